/**
 * Measures a login and a claim that a shopper uses: the bytes that the page has loaded by then, and the time from the first
 * touch of the untouched element until it shows the next step. `npm run bench:use -- --cdn FOLDER` compares another build.
 */
import { parseArgs } from 'node:util';
import puppeteer, { type Browser } from 'puppeteer-core';
import { startSandbox } from '../../demo/sandbox/sandbox.ts';
import { findBrowser } from '../../test/helpers/browser.ts';
import { openShop, type TestShop } from '../../test/helpers/control.ts';
import { buildOurs, type Files, type Head, OTHER_BUILD } from './build.ts';
import type { Contestant } from './contestants/contestant.ts';
import { randomNumbers, shuffle } from './load/rounds.ts';
import { type PageServer, servePages } from './server.ts';
import { addSizes } from './sizes.ts';
import { spread } from './statistics.ts';
import { type Profile, profiles } from './visit/profiles.ts';
import { Traffic } from './visit/traffic.ts';

const tags = { 'otp-login': 'code', 'reward-claim': 'claimed' } as const;
type Tag = keyof typeof tags;

interface Used extends Contestant {
  tag: Tag;
  build: string;
}

interface Sample {
  /** Milliseconds from the touch until the next step. */
  time: number;
  /** Scripts, compressed with brotli. */
  bytes: number;
}

const used = (tag: Tag, build: string, script: string, isPreloaded = false): Used => ({
  name: `${tag}-${build}`,
  group: tag === 'otp-login' ? 'login' : 'claim',
  kind: 'ours',
  script: `${script}${tag}.js`,
  isPreloaded,
  body: ({ sandbox, key, slug }) =>
    `<${tag} base-url="${sandbox}" api-key="${key}" token="${slug}"></${tag}>`,
  seen: tag,
  tag,
  build,
});

/** Types an address if the element has a field, presses the button, and waits for the next step. */
const use = (tag: string, state: string): Promise<number> => {
  const element = document.querySelector<HTMLElement>(tag)!;
  const field = element.shadowRoot!.querySelector('input');
  const start = performance.now();
  field?.focus();
  if (field) field.value = `${start}@example.com`;
  const shown = new Promise<number>((resolve) => {
    new MutationObserver(() => {
      if (element.dataset['state'] === state)
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
    }).observe(element, { attributeFilter: ['data-state'] });
  });
  element.shadowRoot!.querySelector<HTMLElement>('button[part=button]')!.click();
  return shown;
};

async function measure(
  { browser, pages, shop, url }: { browser: Browser; pages: PageServer; shop: TestShop; url: string },
  contestant: Used,
  { cpu, network }: Profile,
): Promise<Sample> {
  const { token } = await shop.grant();
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    const session = await page.createCDPSession();
    const traffic = new Traffic();
    await traffic.watch(session);
    if (network) await page.emulateNetworkConditions(network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    await page.goto(pages.url(contestant, { sandbox: url, key: shop.key, slug: token, limit: 1 }));
    await page.waitForSelector(`${contestant.tag}[data-state]`);
    await page.waitForNetworkIdle();
    const time = await page.evaluate(use, contestant.tag, tags[contestant.tag]);
    const sizes = [...new Set(traffic.urls)].flatMap((each) =>
      pages.isShop(each) ? [] : (pages.sizesOf(each) ?? []),
    );
    return { time, bytes: addSizes(sizes).brotli };
  } finally {
    await context.close();
  }
}

const { values } = parseArgs({
  options: { cdn: { type: 'string' }, rounds: { type: 'string', default: '7' } },
});
const contestants = (Object.keys(tags) as Tag[]).flatMap((tag) => [
  used(tag, 'this', '/cdn/'),
  ...(values.cdn ? [used(tag, 'other', OTHER_BUILD)] : []),
]);
const files: Files = new Map();
await buildOurs(files, values.cdn);
const sandbox = await startSandbox({ keepAlive: false });
const pages = await servePages(contestants, files, new Map<string, Head>());
const browser = await puppeteer.launch({ ...(await findBrowser()), headless: 'shell' });
const shop = await openShop(sandbox.url, 'publishable');
const cases = contestants.flatMap((contestant) =>
  profiles.map((profile) => ({ contestant, profile, samples: [] as Sample[] })),
);
const random = randomNumbers(1);
for (let round = 0; round < Number(values.rounds); round++)
  for (const { contestant, profile, samples } of shuffle(cases, random))
    samples.push(await measure({ browser, pages, shop, url: sandbox.url }, contestant, profile));
await browser.close();
pages.close();
await sandbox.close();

const medianOf = (samples: Sample[], key: keyof Sample) => spread(samples.map((each) => each[key]))!.median;
console.table(
  cases.map(({ contestant, profile, samples }) => {
    const other = cases.find(
      (each) =>
        each.contestant.tag === contestant.tag &&
        each.contestant.build === 'other' &&
        each.profile === profile,
    );
    const ratio = other && medianOf(samples, 'time') / medianOf(other.samples, 'time');
    return {
      element: contestant.tag,
      build: contestant.build,
      profile: profile.label,
      'bytes, brotli': medianOf(samples, 'bytes'),
      'touch to next step, ms': Math.round(medianOf(samples, 'time')),
      'x the other build': ratio?.toFixed(2),
    };
  }),
);
