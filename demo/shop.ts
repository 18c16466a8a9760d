// The demo shop's own script: its theme, and the reward named in the address. Nothing here is part of the elements.

import { languages } from '../src/elements/shared/words.ts';

const root = document.documentElement;

// Module scripts run in order, so this is set before elements.ts upgrades the element.
const asked = new URLSearchParams(location.search);
const claim = document.querySelector('reward-claim');
const token = asked.get('token');
if (token) claim?.setAttribute('token', token);
// A code that is reserved for the shopper who logs in, in place of a grant.
const reward = asked.get('reward');
if (reward && claim) {
  claim.removeAttribute('token');
  claim.setAttribute('reward-id', reward);
  claim.setAttribute('code-id', asked.get('code') ?? '');
}
for (const link of document.querySelectorAll<HTMLAnchorElement>('#tokens a')) {
  const offered = new URL(link.href).searchParams.get('token');
  if (offered === (token ?? 'grant-demo-welcome-0001')) link.setAttribute('aria-current', 'true');
}

// Only the elements' own words change; the shop itself stays English.
const select = document.querySelector<HTMLSelectElement>('#language');
for (const each of select ? languages() : []) {
  const name = new Intl.DisplayNames(each, { type: 'language' }).of(each)!;
  select!.add(Object.assign(new Option(name, each), { lang: each }));
}
select?.addEventListener('change', ({ target }) => {
  for (const element of document.querySelectorAll('otp-login, reward-claim, collection-timeline'))
    element.setAttribute('lang', (target as HTMLSelectElement).value);
});

/** Asks the sandbox for something new, and shows it. */
function offer(
  button: string,
  path: string,
  body: unknown,
  address: (made: Record<string, string>) => string,
) {
  const headers = { 'content-type': 'application/json' };
  document.querySelector(button)?.addEventListener('click', () => {
    void fetch(`/sandbox/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      .then((response) => response.json() as Promise<Record<string, string>>)
      .then((made) => location.assign(`?${address(made)}#reward`));
  });
}

// A grant works once, and a code is kept for one shopper.
const grant = { codeType: 'unique_codes', valueType: 'percentage', value: 15, scope: 'sitewide' };
offer('#fresh', 'grants', grant, ({ token: fresh = '' }) => `token=${encodeURIComponent(fresh)}`);
offer('#reserve', 'codes', {}, ({ rewardId, codeId }) => `reward=${rewardId}&code=${codeId}`);

const KEY = 'nordlicht-theme';
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const toggle = document.querySelector<HTMLButtonElement>('#theme');

/** A private window may refuse storage; the theme then lasts as long as the page. */
function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

const isDark = () => (root.dataset['theme'] ?? (prefersDark.matches ? 'dark' : 'light')) === 'dark';
const showTheme = () => toggle?.setAttribute('aria-pressed', String(isDark()));

const chosen = stored();
if (chosen === 'dark' || chosen === 'light') root.dataset['theme'] = chosen;
showTheme();
prefersDark.addEventListener('change', showTheme);
toggle?.addEventListener('click', () => {
  root.dataset['theme'] = isDark() ? 'light' : 'dark';
  showTheme();
  try {
    localStorage.setItem(KEY, root.dataset['theme']);
  } catch {
    // See stored().
  }
});
