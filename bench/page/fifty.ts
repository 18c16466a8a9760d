/** Fifty elements for one page, many of which show the same. */
import type { TestShop } from '../../test/helpers/control.ts';

export interface Fifty {
  markup: string;
  /** How often each operation may be asked for: once for each source. */
  requests: Record<string, number>;
}

/** Only the entries that are made here. */
const TOKEN_ID = 5_000_001;

/** `service`: the attributes that say where the service is. */
export async function makeFifty(
  shop: TestShop,
  service = `base-url="${shop.url}" api-key="${shop.key}"`,
): Promise<Fifty> {
  const [long, short, named] = await Promise.all([30, 8, 12].map((count) => shop.timeline({ count })));
  await shop.timeline({ entries: Array.from({ length: 6 }, () => ({ token_id: TOKEN_ID })) });
  const grants = await Promise.all(Array.from({ length: 7 }, () => shop.grant()));
  const times = (count: number, tag: string, ...attributes: string[]) =>
    Array.from({ length: count }, () => [tag, ...attributes].join(' '));
  const story = (count: number, source: string, ...attributes: string[]) =>
    times(count, 'collection-timeline', source, ...attributes);
  const slugs = { long: `collection-slug="${long!.slug}"`, short: `collection-slug="${short!.slug}"` };
  const elements = [
    // These two ask nothing before a shopper acts.
    ...times(10, 'otp-login'),
    ...grants.flatMap(({ token }) => times(2, 'reward-claim', `token="${token}"`)),
    // However it is drawn, the source is the same.
    ...story(5, slugs.long, 'paging="button"'),
    ...story(3, slugs.long, 'paging="button"', 'layout="cards"', 'group-by="month"'),
    ...story(6, slugs.short),
    ...story(6, `collection-id="${named!.collectionId}"`),
    ...story(3, `token-id="${TOKEN_ID}"`),
    // The beginning of a story that is on the page already; another question to the service.
    ...story(3, slugs.long, 'limit="5"', 'paging="button"'),
  ];
  return {
    // Mixed: 7 and 50 have no common divisor, so each comes once.
    markup: elements
      .map((_, index) => elements[(index * 7) % elements.length]!)
      .map((element) => `<${element} ${service}></${element.split(' ')[0]}>`)
      .join('\n'),
    requests: { getCollection: 1, listTimeline: 5 },
  };
}

/** Runs in the page: how many elements of each tag show all that they have to show. */
export function countReady(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [tag, state] of [
    ['otp-login', 'email'],
    ['reward-claim', 'ready'],
    ['collection-timeline', 'ready'],
  ] as const)
    counts[tag] = document.querySelectorAll(`${tag}[data-state=${state}]`).length;
  return counts;
}

/** The final result of `countReady`. */
export const READY = { 'otp-login': 10, 'reward-claim': 14, 'collection-timeline': 26 };
