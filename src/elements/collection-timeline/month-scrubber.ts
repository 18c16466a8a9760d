import { html, nothing, type TemplateResult } from 'lit';
import type { Dates } from './dates.ts';
import type { EntryNavigator } from './entry-navigator.ts';
import { type EntryGroup, groupAt } from './groups.ts';
import { scrollerOf } from './scroller.ts';
import { datesInWords, type StoryContext } from './story-context.ts';

/** The slider over the months. */
export class MonthScrubber {
  readonly #story: StoryContext;
  readonly #navigator: EntryNavigator;
  #months: readonly EntryGroup[] = [];
  /** Index of the month that it shows. */
  #month = 0;
  /** The scroll position that the slider led to. While the page stays there, the slider stays at its month. */
  #held: { scroller: Element; top: number } | undefined;

  constructor(story: StoryContext, navigator: EntryNavigator) {
    this.#story = story;
    this.#navigator = navigator;
  }

  /** `isOtherStory` moves the slider back to the first month. */
  update(months: readonly EntryGroup[], isOtherStory: boolean): void {
    const key = this.#months[this.#month]?.key;
    this.#months = months;
    if (isOtherStory) this.#month = 0;
    if (isOtherStory || months[this.#month]?.key === key) return;
    // A changed date may have added or removed a month before it.
    this.#month = Math.max(
      0,
      months.findIndex((each) => each.key === key),
    );
  }

  /** Shows the month of the entry in view. */
  follow(index: number): void {
    const month = this.#months.length && groupAt(this.#months, index);
    if (month === this.#month || (this.#held && this.#held.scroller.scrollTop === this.#held.top)) return;
    this.#held = undefined;
    this.#month = month;
    this.#story.host.requestUpdate();
  }

  render(): TemplateResult | typeof nothing {
    const { host, dates, words } = this.#story;
    const months = this.#months;
    const shown = months[Math.min(this.#month, months.length - 1)];
    if (!host.scrubber || !shown) return nothing;
    const nameIn = (language: Dates) => language.heading(shown.key, 'month', words);
    // With a single month, the slider only reserves its space: a later page may add a second month.
    return html`<div part="scrubber" class="scrubber filled ${months.length > 1 ? '' : 'space'}">
      <input
        type="range"
        min="0"
        max=${months.length - 1}
        .value=${String(this.#month)}
        aria-label=${words.scrubber}
        aria-valuetext=${nameIn(datesInWords(this.#story))}
        @input=${this.#onInput}
      />
      <span aria-hidden="true">${nameIn(dates)}</span>
    </div>`;
  }

  readonly #onInput = async ({ currentTarget }: Event): Promise<void> => {
    if (!(currentTarget instanceof HTMLInputElement)) return;
    this.#month = Number(currentTarget.value);
    const month = this.#months[this.#month];
    this.#story.host.requestUpdate();
    if (!month) return;
    const article = await this.#navigator.goTo(month.start);
    const scroller = article && scrollerOf(article);
    // A short last month cannot reach the upper edge.
    this.#held = scroller && { scroller, top: scroller.scrollTop };
  };
}
