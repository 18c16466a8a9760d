/** A shopper's whole way through all three elements, the same on every page of these tests. */
import assert from 'node:assert/strict';
import type { ElementHandle, Frame, Page } from 'puppeteer-core';
import de from '../../src/locales/de.ts';
import { languages } from '../../src/elements/shared/words.ts';
import { builtFiles, withoutHash } from '../helpers/built.ts';
import type { Visit } from './strict.ts';

/** The rights of the page, and what the shopper does besides. */
export interface Rights {
  /** Whether what is stored is there after a reload. Default true. */
  keeps?: boolean;
  /** Whether it may write to the clipboard. Default true. */
  copies?: boolean;
  /** Whether the shopper prints the page, which is slow. Default false. */
  prints?: boolean;
}

/** The chunks that a page without a shop system loads, if its language changes from English to German. */
export async function laterFiles(): Promise<string[]> {
  const others = /^(shopify|woocommerce|bigcommerce|coupons|request|preview)$/;
  const isOther = (name: string) => others.test(name) || (languages().includes(name) && name !== 'de');
  return [...(await builtFiles()).keys()].filter(
    (file) => file !== withoutHash(file) && !isOther(file.split('.')[0]!),
  );
}

let shoppers = 0;

const press = (frame: Frame, selector: string) => frame.locator(selector).click();

/** The text of a part, without what is hidden from screen readers. */
const textOf = (frame: Frame, tag: string, selector: string) =>
  frame.$eval(
    tag,
    ({ shadowRoot }, within) => shadowRoot!.querySelector(within)?.textContent.trim(),
    selector,
  );

const shows = (frame: Frame, tag: string, selector: string, words: string) =>
  frame.waitForFunction(
    (name, within, text) =>
      document.querySelector(name)?.shadowRoot?.querySelector(within)?.textContent.includes(text),
    {},
    tag,
    selector,
    words,
  );

export async function goThroughEverything(visit: Visit, rights: Rights = {}): Promise<void> {
  await logInAndOut(visit);
  await claim(visit, rights);
  await readTheStory(visit, rights);
  await speakGerman(visit.frame);
}

/** Only the steps that load another file, or that a policy may forbid. */
export async function loadEverything(visit: Visit): Promise<void> {
  const { frame } = visit;
  await logIn(visit);
  await press(frame, 'reward-claim >>> [part=button]');
  await frame.waitForSelector('reward-claim[data-state=claimed]');
  await seePicture(frame);
  await playFilm(frame);
  await copyLink(frame);
  await speakGerman(frame);
}

/** Gives the code that was mailed last. */
export async function logIn({ frame, shop }: Visit, hasDoubts = false): Promise<string> {
  const email = `strict-${++shoppers}@example.com`;
  const enter = async (text: string) => {
    await frame.locator('otp-login >>> [part=input]').fill(text);
    await press(frame, 'otp-login >>> [part=button]');
  };
  await frame.waitForSelector('otp-login[data-state=email]');
  await enter(email);
  await frame.waitForSelector('otp-login[data-state=code]');
  const code = await shop.mailedCode(email);
  if (hasDoubts) {
    await enter(code === '111111' ? '222222' : '111111');
    await frame.waitForSelector('otp-login[data-state=code] >>> [part=input][aria-invalid=true]');
  }
  await enter(code);
  await frame.waitForSelector('otp-login[data-state=verified]');
  return code;
}

async function logInAndOut(visit: Visit): Promise<void> {
  visit.secrets.push(await logIn(visit, true));
  await press(visit.frame, 'otp-login >>> [part=link]');
  visit.secrets.push(await logIn(visit));
}

/** Is told to wait, claims, copies, and finds it again after a reload where the page may keep something. */
async function claim(
  { frame, shop, secrets }: Visit,
  { keeps = true, copies = true }: Rights,
): Promise<void> {
  await shop.fault({ operation: 'claimRewardGrant', fault: 'rate-limited', retryAfter: 1 });
  // The claim is locked out for a second only.
  const lockedOut = frame.waitForSelector('reward-claim[data-state=locked-out]');
  await Promise.all([lockedOut, press(frame, 'reward-claim >>> [part=button]')]);
  await frame.waitForSelector('reward-claim[data-state=ready]');
  await press(frame, 'reward-claim >>> [part=button]');
  await frame.waitForSelector('reward-claim[data-state=claimed]');
  const { discountCode } = await shop.grantRecord(secrets[0]!);
  assert.equal(await textOf(frame, 'reward-claim', '[part=code]'), discountCode);
  await press(frame, 'reward-claim >>> [part=copy]');
  await shows(frame, 'reward-claim', '#message', copies ? 'Code copied' : 'The code is selected');
  if (copies) assert.equal(await frame.evaluate(() => navigator.clipboard.readText()), discountCode);
  await Promise.all([frame.waitForNavigation(), frame.evaluate(() => location.reload())]);
  const [login, reward] = keeps ? ['verified', 'claimed'] : ['email', 'ready'];
  await frame.waitForSelector(`otp-login[data-state=${login}]`);
  await frame.waitForSelector(`reward-claim[data-state=${reward}]`);
  if (keeps) assert.equal(await textOf(frame, 'reward-claim', '[part=code]'), discountCode);
}

async function readTheStory(
  { page, frame }: Visit,
  { copies = true, prints = false }: Rights,
): Promise<void> {
  const tag = 'collection-timeline';
  const articles = (count: number) =>
    frame.waitForFunction(
      (many) =>
        document.querySelector('collection-timeline')!.shadowRoot!.querySelectorAll('article').length ===
        many,
      {},
      count,
    );
  await articles(10);
  await press(frame, `${tag} >>> .foot [part=button]`);
  await articles(20);

  await seePicture(frame);

  await press(frame, `${tag} >>> .carousel [part=next]`);
  await frame.waitForSelector(`${tag} >>> .count[data-at="2"]`);
  await frame.waitForSelector(`${tag} >>> [part=content] a[href="https://shop.example/cloth"]`);

  await playFilm(frame);
  await copyLink(frame, copies);

  await frame.waitForFunction(() => {
    const [data] = document.head.querySelectorAll('script[type="application/ld+json"]');
    const list = data && (JSON.parse(data.textContent) as { itemListElement: unknown });
    return Array.isArray(list?.itemListElement) && list.itemListElement.length === 20;
  });
  if (prints) await print(page, frame);
}

async function seePicture(frame: Frame): Promise<void> {
  const picture = await frame.waitForSelector('collection-timeline >>> article img');
  await picture!.scrollIntoView();
  await frame.waitForFunction((image) => image.complete && image.naturalWidth > 0, {}, picture as Img);
  await press(frame, 'collection-timeline >>> [part=enlarge]');
  await frame.waitForSelector('collection-timeline >>> dialog[open] img');
  await press(frame, 'collection-timeline >>> dialog [part~=close]');
  await frame.waitForFunction(
    () => !document.querySelector('collection-timeline')!.shadowRoot!.querySelector('dialog'),
  );
}

async function playFilm(frame: Frame): Promise<void> {
  const film = (await frame.waitForSelector('collection-timeline >>> video'))!;
  await film.scrollIntoView();
  await film.evaluate((video) => video.play());
  await frame.waitForFunction((video) => video.currentTime > 0, {}, film);
}

async function copyLink(frame: Frame, copies = true): Promise<void> {
  // The note goes after a while.
  const noted = shows(
    frame,
    'collection-timeline',
    '.note',
    copies ? 'Link copied.' : 'Couldn’t copy. The link is in the address bar.',
  );
  await Promise.all([noted, press(frame, 'collection-timeline >>> [part=link]')]);
}

/** The paper has every entry, and nothing that can be pressed. */
async function print(page: Page, frame: Frame): Promise<void> {
  await page.emulateMediaType('print');
  const onPaper = await frame.$eval('collection-timeline', ({ shadowRoot }) => {
    const count = (selector: string) =>
      [...shadowRoot!.querySelectorAll(selector)].filter((each) => each.getClientRects().length).length;
    return { entries: count('article'), controls: count('.foot button, .permalink, [part=next]') };
  });
  await page.emulateMediaType();
  assert.deepEqual(onPaper, { entries: 20, controls: 0 });
  // Printing must not violate the policy of the page either.
  await page.pdf();
}

type Img = ElementHandle<HTMLImageElement>;

/** The words of another language are a file of their own, which is loaded when the page speaks it. */
async function speakGerman(frame: Frame): Promise<void> {
  await frame.evaluate(() => {
    document.documentElement.lang = 'de';
  });
  await shows(frame, 'collection-timeline', '.foot', de.collectionTimeline.more);
  const isVerified = await frame.$eval('otp-login', ({ dataset }) => dataset['state'] === 'verified');
  await shows(frame, 'otp-login', '.heading', de.otpLogin[isVerified ? 'headingVerified' : 'heading']);
}
