/**
 * Asks the WP Consent API whether the elements may keep something, and tells them. Until it has said yes they have
 * `consent="denied"`, which PHP wrote, so that a page from a cache keeps nothing either.
 * https://github.com/WordPress/wp-consent-level-api
 */
const tell = (element) => {
  const category = element.dataset.consentCategory;
  const isAllowed = globalThis.wp_has_consent?.(category) === true;
  element.setAttribute('consent', isAllowed ? 'granted' : 'denied');
};

const tellAll = () => document.querySelectorAll('[data-consent-category]').forEach(tell);

tellAll();
for (const event of ['wp_listen_for_consent_change', 'wp_consent_type_defined'])
  document.addEventListener(event, tellAll);
// A plugin that delays scripts runs the API's own later than this one.
addEventListener('load', tellAll);
// What a script of the page puts in later, such as a pop-up.
new MutationObserver((changes) => {
  if (changes.some(({ addedNodes }) => addedNodes.length)) tellAll();
}).observe(document.documentElement, { childList: true, subtree: true });
