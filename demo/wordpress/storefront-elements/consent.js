/**
 * Asks the WP Consent API whether the elements may keep something, and tells them. Until it can be asked they have
 * `consent="pending"`, which PHP wrote: so a page from a cache keeps nothing either, and deletes nothing.
 * https://github.com/WordPress/wp-consent-level-api
 */
const tell = (element) => {
  const ask = globalThis.wp_has_consent;
  const isAllowed = ask?.(element.dataset.consentCategory) === true;
  const answer = ask ? (isAllowed ? 'granted' : 'denied') : 'pending';
  // The elements are drawn anew whenever it is set.
  if (element.getAttribute('consent') !== answer) element.setAttribute('consent', answer);
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
