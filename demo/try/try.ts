// The playground: editors and switches around a live page.
import { BEFORE_EVENT_NAMES, EVENT_NAMES, line } from '../event-log.ts';
import { languages } from '../../src/elements/shared/words.ts';
import { withToken } from './claim-token.ts';
import { contrasts } from './contrast.ts';
import { fromFragment, toFragment, type Saved } from './link.ts';
import { type Content, LivePage, type PageWindow, type Surroundings } from './live-page.ts';
import { Problems } from './problems.ts';
import { FAULTS, isSandboxThere, mailedCode, newGrant, REQUESTS, serviceAddress, spoil } from './sandbox.ts';
import { schemeOf, shops } from './shops.ts';
import { snippet } from './snippet.ts';
import { ThemeBuilder } from './theme.ts';

const $ = (id: string) => document.getElementById(id)!;

const html = $('html') as HTMLTextAreaElement;
const css = $('css') as HTMLTextAreaElement;
const options = $('options') as HTMLFormElement;
const controls = options.elements as unknown as Record<string, HTMLSelectElement>;
const log = $('log');
/** The initial content of the page, which Reset restores. */
const first = { html: html.value, css: css.value };

/** Milliseconds without a key before the page is drawn. */
const PAUSE = 300;
const MOST_EVENTS = 200;

let said: ReturnType<typeof setTimeout> | undefined;
function say(text: string): void {
  clearTimeout(said);
  $('status').textContent = text;
  said = setTimeout(() => ($('status').textContent = ''), 8000);
}

const choice = (name: string) => controls[name]!.value;
const isSandbox = () => choice('source') === 'sandbox';
const shop = () => shops[choice('shop')] ?? shops['own']!;
const scheme = () => schemeOf(shop(), choice('scheme'));

function fill(name: string, titles: Record<string, string>): void {
  for (const [value, title] of Object.entries(titles)) controls[name]!.add(new Option(title, value));
}
const nameOf = (lang: string) => new Intl.DisplayNames('en', { type: 'language' }).of(lang) ?? lang;
const titlesOf = (table: Record<string, { title: string }>) =>
  Object.fromEntries(Object.entries(table).map(([name, { title }]) => [name, title]));
fill('lang', Object.fromEntries(languages().map((lang) => [lang, `${nameOf(lang)} (${lang})`])));
fill('shop', titlesOf(shops));
fill('fault', titlesOf(FAULTS));
fill('request', REQUESTS);

// The live page.

const problems = new Problems($('problems'), $('problem-count'), $('no-problems'));
const page = new LivePage(
  $('page') as HTMLIFrameElement,
  (each) => {
    problems.clear();
    problems.watch(each);
    for (const name of [...BEFORE_EVENT_NAMES, ...EVENT_NAMES]) each.document.addEventListener(name, record);
  },
  (each) => {
    problems.check(each);
    showContrasts(each);
  },
);

function record(event: Event & { email?: string }): void {
  $('no-events').hidden = true;
  log.append(line(event));
  if (log.childElementCount > MOST_EVENTS) log.firstElementChild!.remove();
  log.parentElement!.scrollTop = log.scrollHeight;
  $('event-count').textContent = String(log.childElementCount);
  if (event.type === 'otp-login-code-sent' && isSandbox())
    void mailedCode(event.email ?? '').then((code) => ($('code').textContent = code ? `Code: ${code}` : ''));
}

const theme = new ThemeBuilder($('theme'), (suitable) => {
  if (suitable) {
    controls['shop']!.value = suitable;
    void reopen();
    return;
  }
  page.look(surroundings(undefined));
  restyle();
});

const content = (): Content => ({ html: html.value, css: css.value, themeCss: theme.css });

const surroundings = (baseUrl: string | undefined): Surroundings => ({
  baseUrl,
  isSlow: choice('speed') === 'slow',
  lang: choice('lang') || 'en',
  dir: choice('dir'),
  shop: shop(),
  scheme: scheme(),
  grounds: [theme.grounds[0].value, theme.grounds[1].value],
});

async function plantFaults(): Promise<void> {
  if (isSandbox()) await spoil(choice('fault'), choice('request'), choice('speed') === 'slow');
}

/** Loads the live page again. */
async function reopen(): Promise<void> {
  showSwitches();
  page.frame.dataset['state'] = 'loading';
  try {
    await plantFaults();
    const baseUrl = isSandbox() ? await serviceAddress() : undefined;
    // Without its script, the page never becomes ready. The list of problems names the cause.
    page.open(() => [content(), surroundings(baseUrl)]);
  } catch (error) {
    problems.add(error instanceof Error ? error.message : String(error));
  }
  keepInAddress();
}

function redraw(): void {
  // A link in the live page has led to another document.
  if (!page.document) return void reopen();
  problems.clear();
  page.draw(content());
  keepInAddress();
}

function restyle(): void {
  if (!page.document) return void reopen();
  page.style(content());
  showContrasts(page.frame.contentWindow as PageWindow);
  keepInAddress();
}

let wait: ReturnType<typeof setTimeout> | undefined;
function soon(action: () => void): void {
  clearTimeout(wait);
  wait = setTimeout(action, PAUSE);
}
// When both were typed within a moment, the HTML's turn draws the CSS too.
let isHtmlTyped = false;
html.addEventListener('input', () => {
  isHtmlTyped = true;
  soon(drawTyped);
});
css.addEventListener('input', () => soon(drawTyped));
function drawTyped(): void {
  if (isHtmlTyped) redraw();
  isHtmlTyped = false;
  restyle();
}

// The switches.

function showSwitches(): void {
  const { frame } = page;
  frame.dataset['width'] = choice('width');
  $('sandbox-only').hidden = !isSandbox();
  $('sample-hint').hidden = isSandbox();
  $('grounds').hidden = choice('shop') !== 'own';
  controls['scheme']!.disabled = Boolean(shop().only);
}

options.addEventListener('change', ({ target }) => {
  const { name } = target as HTMLSelectElement;
  const isReading = ['', 'getCollection', 'listTimeline'].includes(choice('request'));
  if (['width', 'dir', 'scheme'].includes(name) || (name === 'lang' && isSandbox())) {
    showSwitches();
    page.look(surroundings(undefined));
    restyle();
  } else if (name === 'request' && !choice('fault')) keepInAddress();
  else if (name === 'fault' && !isReading) void plantFaults().then(keepInAddress);
  else void reopen();
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () =>
  page.look(surroundings(undefined)),
);
$('reload').addEventListener('click', () => void reopen());

$('grant').addEventListener('click', () => {
  void newGrant().then((token) => {
    html.value = withToken(html.value, token);
    redraw();
    say('The claim has a new grant.');
  });
});

// The theme's contrasts.

function showContrasts({ document: live }: PageWindow): void {
  const found = contrasts(live, shop(), theme.values);
  const names = [...new Set(found.map(({ name }) => name))];
  $('contrasts').replaceChildren(
    ...names.map((name) => {
      const item = document.createElement('li');
      const label = document.createElement('span');
      label.textContent = name;
      item.append(label);
      for (const each of found.filter((other) => other.name === name)) {
        const isLow = each.ratio < each.needed;
        const value = document.createElement('span');
        value.className = isLow ? 'ratio low' : 'ratio';
        const exact = (Math.floor(each.ratio * 10) / 10).toFixed(1);
        value.textContent = `${each.scheme} ${exact}:1${isLow ? `, needs ${each.needed}:1` : ''}`;
        item.append(' ', value);
      }
      return item;
    }),
  );
  const low = found.filter(({ ratio, needed }) => ratio < needed).length;
  const text = low
    ? `${low} ${low === 1 ? 'contrast is' : 'contrasts are'} too low.`
    : 'All contrasts are high enough.';
  // Announced when it changes, not at each letter.
  if ($('contrast-sum').textContent !== text) $('contrast-sum').textContent = text;
  $('contrast-sum').classList.toggle('low', low > 0);
}

// Links and copies.

const saved = (): Saved => ({
  html: html.value,
  css: css.value,
  // FormData would leave out a disabled select.
  options: Object.fromEntries(
    [...options.querySelectorAll('select')]
      .filter(({ value }) => value)
      .map(({ name, value }) => [name, value]),
  ),
  theme: theme.save(),
});

/** The address that the page wrote last; another one came with a link. */
let written = location.hash;
/** The page's state when a damaged link arrived. The link stays in the address until that state changes. */
let unchanged = '';
let later: ReturnType<typeof setTimeout> | undefined;

function forgetDamagedLink(): void {
  unchanged = '';
  $('link-problem').hidden = true;
}

/** Writes at most a few times a second: browsers refuse more. */
function keepInAddress(): void {
  clearTimeout(later);
  later = setTimeout(() => {
    const now = saved();
    if (unchanged === JSON.stringify(now)) return;
    forgetDamagedLink();
    const mine = later;
    void toFragment(now).then((fragment) => {
      // A later change or another link has replaced this write.
      if (mine !== later) return;
      written = fragment;
      history.replaceState(history.state, '', fragment);
    });
  }, PAUSE);
}

/** Whether the address had something to show. */
async function readAddress(): Promise<boolean> {
  clearTimeout(later);
  later = undefined;
  written = location.hash;
  try {
    const found = await fromFragment(location.hash);
    forgetDamagedLink();
    if (!found) return false;
    html.value = found.html;
    css.value = found.css;
    options.reset();
    for (const [name, value] of Object.entries(found.options)) {
      const select = controls[name];
      if (
        select instanceof HTMLSelectElement &&
        [...select.options].some((each) => each.value === value && !each.disabled)
      )
        select.value = value;
    }
    theme.restore(found.theme);
    return true;
  } catch {
    unchanged = JSON.stringify(saved());
    $('link-problem').hidden = false;
    return false;
  }
}

addEventListener('hashchange', () => {
  if (location.hash !== written)
    void readAddress().then((isFound) => {
      if (isFound) void reopen();
    });
});

function offerCopy(id: string, what: string, text: () => string | Promise<string>): void {
  $(id).addEventListener('click', () => {
    void Promise.resolve(text())
      .then((copied) => navigator.clipboard.writeText(copied))
      .then(
        () => say(`${what} copied.`),
        () => say(`The browser did not let the page copy. ${what} was not copied.`),
      );
  });
}
offerCopy('copy-snippet', 'Snippet', () => snippet(html.value, [theme.css, css.value]));
offerCopy(
  'copy-css',
  'CSS',
  () => theme.css || '/* Nothing is set: the elements take their look from the page. */\n',
);
offerCopy('copy-link', 'Link', async () => new URL(await toFragment(saved()), location.href).href);

async function reset(): Promise<void> {
  // Back restores the earlier content, including recent typing.
  clearTimeout(later);
  later = undefined;
  history.replaceState(history.state, '', await toFragment(saved()));
  history.pushState(null, '', location.pathname);
  written = '';
  html.value = first.html;
  css.value = first.css;
  options.reset();
  theme.restore({});
  forgetDamagedLink();
  void reopen();
  say('Everything is reset. The browser’s Back button restores what you had.');
}
$('reset').addEventListener('click', () => void reset());
$('clear-log').addEventListener('click', () => {
  log.replaceChildren();
  $('event-count').textContent = '0';
  $('no-events').hidden = false;
});

const hasSandbox = await isSandboxThere();
controls['source']!.querySelector<HTMLOptionElement>('[value=sandbox]')!.disabled = !hasSandbox;
await readAddress();
await reopen();
document.documentElement.dataset['ready'] = '';
