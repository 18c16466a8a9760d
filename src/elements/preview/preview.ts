/**
 * What a theme editor shows in place of the service and the cart: sample data, marked by a badge. The elements work as
 * ever, on answers that are made up in the page; nothing is sent, and nothing is kept but in the page's memory.
 */
import type { ReactiveControllerHost } from 'lit';
import { configure } from '../shared/settings.ts';
import { SERVICE } from './answers.ts';
import { putBadge } from './badge.ts';

export { answer } from './answers.ts';
export { platform } from './cart.ts';

/** One for each block, by what the editor calls it: it stays the same when the block is drawn anew. */
const tokenOf = (element: Element) => `preview-preview-${element.closest('[id]')?.id ?? ''}`.slice(0, 200);

/** How often the merchant began anew: each time it is another service, of which nobody knows anything. */
let round = 0;

const beginAnew = () => configure({ baseUrl: `${SERVICE}/${++round}` });

type Shown = Element & ReactiveControllerHost & Record<string, unknown>;

/** What each element shows a sample of; a block that was just added has no address and no reward yet. */
const samples: Record<string, (element: Shown) => object> = {
  'otp-login': () => ({}),
  'reward-claim': (element) => ({
    autoClaim: false,
    tokenParam: undefined,
    ...(element['rewardId'] && !element['token'] ? { codeId: 'sample' } : { token: tokenOf(element) }),
  }),
  'collection-timeline': (element) => ({
    baseUrl: `${SERVICE}/${languageOf(element)}`,
    collection: undefined,
    entries: undefined,
    jsonLd: false,
    ...(!element['collectionSlug'] && { collectionId: 'sample' }),
  }),
};

/** Of the story's words. */
const languageOf = (element: Element) =>
  (element.closest<HTMLElement>('[lang]')?.lang || 'en').toLowerCase().split(/[-_]/)[0]!;

const shown = new WeakSet<Element>();

/** Has an element show sample data, and the badge. */
export function show(each: Element): void {
  if (shown.has(each)) return;
  shown.add(each);
  if (!round) beginAnew();
  const element = each as Shown;
  const tag = element.localName;
  Object.assign(element, { baseUrl: '', apiKey: '', noStorage: true }, samples[tag]?.(element));
  // A link with a code would be followed to the shop's cart.
  if (tag === 'reward-claim')
    // The second is that of a middle button.
    for (const type of ['click', 'auxclick']) element.addEventListener(type, stay, true);
  element.addController({
    hostUpdated() {
      // Out of the page nobody knows what it is part of.
      if (element.isConnected && !isPartOfClaim(element))
        putBadge(element.shadowRoot!, tag === 'collection-timeline' ? undefined : beginAnew);
    },
  });
}

const stay = (event: Event) => {
  const [target] = event.composedPath();
  if ((target as Element).closest('a')) event.preventDefault();
};

/** The login of a claim, its own or one that the page gave it, stands under the claim's badge. */
const isPartOfClaim = (element: Element) => {
  const { host } = element.getRootNode() as Partial<ShadowRoot>;
  return Boolean(element.parentElement?.closest('reward-claim') ?? host?.closest('reward-claim'));
};
