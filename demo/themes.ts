// The page of themes: exchanges the shop's style sheets, and gets grants from the sandbox for the rewards.

/** Each shop tells the story in another layout. */
const layouts: Record<string, string> = {
  plain: 'compact',
  boutique: 'alternating',
  street: 'cards',
  dawn: 'feed',
};

const root = document.documentElement;
const bar = document.querySelector('#bar')!.shadowRoot!;
const form = bar.querySelector('form')!;

async function wear(theme: string): Promise<void> {
  root.dataset['theme'] = theme;
  const timeline = document.querySelector('collection-timeline')!;
  timeline.setAttribute('layout', layouts[theme]!);
  // Few cards under each heading would leave holes.
  timeline.setAttribute('group-by', layouts[theme] === 'cards' ? '' : 'month');
  form.querySelector<HTMLInputElement>(`[value=${theme}]`)!.checked = true;
  bar.querySelector<HTMLAnchorElement>('.file')!.href = `/themes/${theme}.css?direct`;
  const sheets = [
    ['#page-css', `themes/${theme}-page.css`],
    ['#theme-css', `themes/${theme}.css`],
  ] as const;
  await Promise.all(
    sheets.map(async ([id, href]) => {
      const link = document.querySelector<HTMLLinkElement>(id)!;
      if (link.getAttribute('href') === href) return;
      const loaded = new Promise((resolve) => link.addEventListener('load', resolve, { once: true }));
      link.setAttribute('href', href);
      await loaded;
    }),
  );
}

const asked = new URLSearchParams(location.search).get('theme') ?? '';
const worn = wear(asked in layouts ? asked : 'plain');
form.addEventListener('change', () => {
  const theme = new FormData(form).get('theme') as string;
  history.replaceState(null, '', `?theme=${theme}`);
  void wear(theme);
});

async function post<T>(path: string, body: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`/sandbox/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`/sandbox/${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

const grant = { codeType: 'unique_codes', valueType: 'percentage', value: 15, scope: 'sitewide' };
const [ready, claimed, { key }] = await Promise.all([
  post<{ token: string }>('grants', grant),
  post<{ token: string }>('grants', grant),
  post<{ key: string }>('keys', { role: 'publishable' }),
]);
// The sandbox draws codes at random and long; this one is as a merchant would make it.
await post('faults', {
  operation: 'claimRewardGrant',
  fault: 'wrong-shape',
  key,
  body: { ...grant, discountCode: 'WELCOME-7Q4K-15' },
});
const [offered, taken] = document.querySelectorAll('reward-claim');
offered!.setAttribute('token', ready.token);
taken!.setAttribute('token', claimed.token);
// A path of its own: who logs in here has not logged in to the shop.
const service = `/gallery/${key}/themes`;
for (const element of document.querySelectorAll('otp-login, reward-claim, collection-timeline'))
  element.setAttribute('base-url', service);
// Only now, so that no element is without its attributes.
await import('./elements.ts');

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
await inState(taken!, 'ready');
taken!.shadowRoot!.querySelector<HTMLElement>('[part=button]')!.click();
await Promise.all([
  worn,
  inState(taken!, 'claimed'),
  inState(document.querySelector('collection-timeline')!, 'ready'),
]);
(document.activeElement as HTMLElement | null)?.blur();
root.dataset['ready'] = 'all';

export {};
