/*
 * Asks the WP Consent API whether the elements may keep something, and tells them. Until it can be asked they have
 * `consent="pending"`, which PHP wrote: so a page from a cache keeps nothing either, and deletes nothing.
 * https://github.com/WordPress/wp-consent-level-api
 */

/** The value of `consent` for a category of the API. */
function answerFor(category) {
  // Globals of the API. `wp_consent_type` is set by the shop's cookie banner, which may do so late.
  const { wp_has_consent, consent_api, consent_api_get_cookie, waitfor_consent_hook, wp_consent_type } =
    globalThis;
  if (!wp_has_consent || (waitfor_consent_hook && wp_consent_type === undefined)) return 'pending';
  if (wp_has_consent(category) === true) return 'granted';
  // The API also says no if the shopper has not answered yet, or if the answer has expired. Only the cookie tells these from a
  // refusal.
  const answer = consent_api_get_cookie?.(`${consent_api?.cookie_prefix}_${category}`);
  return answer === 'deny' ? 'denied' : 'pending';
}

const tell = (element) => {
  const answer = answerFor(element.dataset.consentCategory);
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
