/**
 * Sample data for the theme editor, marked by a badge. The elements work as usual, but their requests are answered in the
 * page: nothing is sent, and nothing is stored outside the page's memory.
 */
import type { ReactiveControllerHost } from 'lit';
import { localeOf } from '../shared/locale.ts';
import { configure } from '../shared/settings.ts';
import { wordsLanguage } from '../shared/words.ts';
import { SERVICE } from './answers.ts';
import { showBadge } from './badge.ts';

export { answer } from './answers.ts';
export { platform } from './cart.ts';

/** One token for each block. The editor's id for a block stays the same when the block is rendered again. */
const tokenOf = (element: Element) => `preview-preview-${element.closest('[id]')?.id ?? ''}`.slice(0, 200);

/** Counts the restarts. Each uses another service address, for which there are no records. */
let round = 0;

const restart = () => configure({ baseUrl: `${SERVICE}/${++round}` });

type PreviewedElement = Element & ReactiveControllerHost & Record<string, unknown>;

/** The sample's properties. A block that was just added has no address and no reward yet. */
const samples: Record<string, (element: PreviewedElement) => object> = {
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

/** The timeline's language. */
const languageOf = (element: Element) => wordsLanguage(localeOf(element).language);

const previewed = new WeakSet<Element>();

/** Makes an element show sample data and the badge. */
export function show(each: Element): void {
  if (previewed.has(each)) return;
  previewed.add(each);
  if (!round) restart();
  const element = each as PreviewedElement;
  const tag = element.localName;
  Object.assign(element, { baseUrl: '', apiKey: '', noStorage: true }, samples[tag]?.(element));
  // Links with a code would lead to the shop's cart.
  if (tag === 'reward-claim')
    // A middle click causes `auxclick`.
    for (const type of ['click', 'auxclick']) element.addEventListener(type, stopLink, true);
  element.addController({
    hostUpdated() {
      // Only a connected element knows whether it is part of a claim.
      if (element.isConnected && !isPartOfClaim(element))
        showBadge(element.shadowRoot!, tag === 'collection-timeline' ? undefined : restart);
    },
  });
}

const stopLink = (event: Event) => {
  const [target] = event.composedPath();
  if ((target as Element).closest('a')) event.preventDefault();
};

/** A claim's badge also covers its login, the claim's own or a slotted one. */
const isPartOfClaim = (element: Element) => {
  const { host } = element.getRootNode() as Partial<ShadowRoot>;
  return Boolean(element.parentElement?.closest('reward-claim') ?? host?.closest('reward-claim'));
};
