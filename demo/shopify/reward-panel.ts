/**
 * The script of the app embed. Every page loads it, so it is small and does little: it hands the settings on its tag to the
 * elements, and shows the panel to shoppers who come with a reward.
 * https://shopify.dev/docs/apps/build/online-store/theme-app-extensions/configuration#schema
 */
import { readTag } from '../../src/cdn/script-tag.ts';
import { isPreview } from '../../src/elements/shared/is-preview.ts';

const here = import.meta.url;

/** Milliseconds that the claim's files may take. Each is requested three times within ten seconds. */
const PATIENCE = 15_000;

const part = (panel: RewardPanel, name: string) =>
  panel.querySelector<HTMLElement>(`.storefront-panel__${name}`);

/**
 * The panel. The content of its `<template>` is added to the page when it is needed. The panel opens by itself only if
 * the page's address has a token. It then takes no focus, and it overlays the page without moving it. When closed, it
 * leaves a small button.
 */
class RewardPanel extends HTMLElement {
  connectedCallback(): void {
    document.addEventListener('keydown', this.#pressed);
    // The theme editor's: https://shopify.dev/docs/storefronts/themes/best-practices/editor/integrate-sections-and-blocks
    document.addEventListener('shopify:block:select', this.#chosen);
    document.addEventListener('shopify:block:deselect', this.#chosen);
    // The script may be there before the rest of the page.
    document.addEventListener('DOMContentLoaded', this.#begin);
    // A link may lead to the page that is open. With the first of these events, the panel's claim takes the token away.
    addEventListener('popstate', this.#followLink);
    addEventListener('hashchange', this.#followLink);
    if (document.readyState !== 'loading') this.#begin();
  }

  disconnectedCallback(): void {
    document.removeEventListener('keydown', this.#pressed);
    document.removeEventListener('shopify:block:select', this.#chosen);
    document.removeEventListener('shopify:block:deselect', this.#chosen);
    document.removeEventListener('DOMContentLoaded', this.#begin);
    removeEventListener('popstate', this.#followLink);
    removeEventListener('hashchange', this.#followLink);
  }

  /** Shows the panel, and moves the focus into it where the shopper asked for it. */
  open(isAsked = true): void {
    if (!this.#fill()) return;
    const box = part(this, 'box')!;
    box.hidden = false;
    part(this, 'open')!.hidden = true;
    const claim = this.querySelector('reward-claim:not(:defined)');
    // Once its files have failed, the loader tries again with a new tag.
    if (isAsked) claim?.replaceWith(claim.cloneNode(true));
    loadClaim().catch((error: unknown) => {
      console.error('The reward panel could not be loaded.', error);
      // The button is there for another try.
      this.close();
    });
    if (isAsked) return box.focus();
    // A screen reader hears what changes in a region that is there already.
    const status = part(this, 'unseen')!;
    requestAnimationFrame(() => (status.textContent = status.dataset['text'] ?? ''));
  }

  /** Leaves the button that opens it again; the focus goes there if it was in the panel. */
  close(): void {
    if (!this.#fill()) return;
    const box = part(this, 'box')!;
    const opener = part(this, 'open')!;
    const hadFocus = box.contains(document.activeElement);
    box.hidden = true;
    opener.hidden = false;
    if (hadFocus) opener.focus();
  }

  readonly #begin = (): void => {
    // A claim on the page shows the reward already. In theme editors, the panel opens only when it is selected.
    if (this.#claims.length || isPreview()) return;
    if (isLinked(this.#param)) this.open(false);
    else if (isRemembered(this.#param)) this.close();
  };

  readonly #followLink = (): void => {
    const isElsewhere = this.#claims.some((claim) => !this.contains(claim));
    if (!isElsewhere && !isPreview() && hasToken(location.hash, this.#param)) this.open(false);
  };

  get #param(): string {
    return this.dataset['tokenParam'] ?? '';
  }

  /** The claims for such links. If a block of the page shows the reward, the panel does not show it again. */
  get #claims(): Element[] {
    return [...document.querySelectorAll(`reward-claim[token-param="${CSS.escape(this.#param)}"]`)];
  }

  /** Whether there is a panel: it can be switched off. */
  #fill(): boolean {
    const template = this.querySelector('template');
    if (!template || part(this, 'box')) return Boolean(template);
    this.append(template.content.cloneNode(true));
    part(this, 'close')!.addEventListener('click', () => this.close());
    part(this, 'open')!.addEventListener('click', () => this.open());
    return true;
  }

  readonly #pressed = (event: KeyboardEvent): void => {
    const isOpen = part(this, 'box')?.hidden === false;
    // An element in the panel may have handled the key itself.
    if (isOpen && event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) this.close();
  };

  readonly #chosen = ({ type, target }: Event): void => {
    if (target !== this) return;
    if (type === 'shopify:block:select') this.open(false);
    else this.close();
  };
}

/** The name under which elements/reward-claim/link-token.ts keeps the token of a link or a claim. */
const nameOf = (param: string) => `storefront-elements:token:${param}`;

/** Whether a part of the page's address has a token. */
const hasToken = (text: string, param: string) => new URLSearchParams(text.slice(1)).has(param);

/** Whether the page's address has a token, or had one before it was loaded again. */
const isLinked = (param: string) =>
  hasToken(location.search, param) ||
  hasToken(location.hash, param) ||
  Boolean((history.state as Record<string, unknown> | null)?.[nameOf(param)]);

/** Whether this tab remembers a claim of another page. */
function isRemembered(param: string): boolean {
  try {
    return sessionStorage.getItem(nameOf(param)) !== null;
  } catch {
    return false;
  }
}

/** Rejects if the claim is not defined in time. */
async function loadClaim(): Promise<void> {
  await loadElements();
  const late = new Promise((_, reject) => {
    AbortSignal.timeout(PATIENCE).addEventListener('abort', () =>
      reject(new Error('The files of the claim did not arrive.')),
    );
  });
  await Promise.race([customElements.whenDefined('reward-claim'), late]);
}

/** Loads the loader, unless a block of the page has brought it. */
function loadElements(): Promise<void> {
  const src = new URL('loader.unchecked.classic.js', here).href;
  if ([...document.scripts].some((each) => each.src === src)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src });
    script.onload = () => resolve();
    script.onerror = () => {
      // Another try needs another element.
      script.remove();
      reject(new Error(`${src} is missing.`));
    };
    document.head.append(script);
  });
}

// In the editor the elements have a service of their own, which sends nothing.
if (!isPreview()) readTag();

// Two app embeds, or a preview beside the shop's own, bring it twice.
if (!customElements.get('storefront-reward-panel'))
  customElements.define('storefront-reward-panel', RewardPanel);
