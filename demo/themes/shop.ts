// A shop's page: repeats its light section in the dark one, and gets grants from the sandbox for the rewards.
import { ask, options } from '../options.ts';
import { languages } from '../../src/elements/shared/words.ts';

const root = document.documentElement;
const lang = options.get('lang') ?? 'en';
if (languages().includes(lang)) root.lang = lang;
root.dir = /^(ar|he)/.test(root.lang) ? 'rtl' : 'ltr';

const light = document.querySelector('[data-scheme=light]');
const dark = document.querySelector('[data-scheme=dark]');
if (light && dark) {
  dark.append(...[...light.children].map((child) => child.cloneNode(true)));
  const scheme = options.get('theme');
  if (scheme === 'light') dark.remove();
  if (scheme === 'dark') light.remove();
}

const claims = [...document.querySelectorAll('reward-claim')];
const claimed = claims.filter(({ dataset }) => 'claimed' in dataset);
const timelines = [...document.querySelectorAll('collection-timeline')];
const all = [...document.querySelectorAll('otp-login'), ...claims, ...timelines];

function setAttributes(elements: Element[], attributes: Record<string, string>): void {
  for (const element of elements)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

const grant = { codeType: 'unique_codes', valueType: 'percentage', value: 15, scope: 'sitewide' };
const { key } = await ask<{ key: string }>('keys', { role: 'publishable' });
await Promise.all(
  claims.map(async (claim) => {
    const { token } = await ask<{ token: string }>('grants', grant);
    claim.setAttribute('token', token);
  }),
);
// The sandbox draws codes at random and long; this one is as a merchant would make it.
await ask('faults', {
  operation: 'claimRewardGrant',
  fault: 'wrong-shape',
  times: claimed.length,
  key,
  body: { ...grant, discountCode: 'WELCOME-7Q4K-15' },
});
setAttributes(claimed, { 'apply-url': '/discount/{code}?redirect={path}' });
setAttributes(timelines, {
  'collection-id': '7b0d5a54-3f0e-4c1e-9a50-0d1f6c2b7a01',
  limit: '6',
  paging: 'button',
  'map-url': 'https://www.openstreetmap.org/search?query={location}',
});
// A separate path: a shopper who logs in here is not logged in to the shop.
setAttributes(all, { 'base-url': `/gallery/${key}/themes`, 'no-storage': '' });
// Only now, so that no element is without its attributes.
await import('../elements.ts');

const inState = (element: Element, state: string) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (element.getAttribute('data-state') !== state) return;
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(look);
    observer.observe(element, { attributeFilter: ['data-state'] });
    look();
  });

await Promise.all([
  ...claimed.map(async (claim) => {
    await inState(claim, 'ready');
    claim.shadowRoot!.querySelector<HTMLElement>('[part=button]')!.click();
    await inState(claim, 'claimed');
  }),
  ...timelines.map((timeline) => inState(timeline, 'ready')),
]);
// The claims took the focus and scrolled the page.
(document.activeElement as HTMLElement | null)?.blur();
scrollTo({ top: 0, behavior: 'instant' });
await document.fonts.ready;
root.dataset['ready'] = 'all';
