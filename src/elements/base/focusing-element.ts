import { allowed, checkTexts } from './allowed.ts';
import type { AttributeProblem } from './attributes.ts';
import { Focus, focusActed } from './focus.ts';
import { type Group, StorefrontElement } from './storefront-element.ts';

/** An element that moves the focus by itself, with the shopper. */
export abstract class FocusingElement<G extends Group = Group> extends StorefrontElement<G> {
  readonly #focus = new Focus(this);

  protected override checkRest(): AttributeProblem | undefined {
    return checkTexts(this);
  }

  protected override explain(attribute: string): string | undefined {
    return allowed[attribute];
  }

  /** Marks that the shopper acts in this element. */
  protected actedOn(event: Event): void {
    this.#focus.acted();
    focusActed(this, event);
  }

  protected focusPart(selectors: string): Promise<void> {
    return this.#focus.move(selectors);
  }
}
