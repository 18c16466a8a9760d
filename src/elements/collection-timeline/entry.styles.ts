import { css } from 'lit';

export const entryStyles = css`
  h3,
  ol,
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  /* As in base.styles.ts. */
  h3 {
    text-align: -webkit-match-parent;
    text-align: match-parent;
    unicode-bidi: plaintext;
  }

  a {
    color: inherit;
  }

  .list ol {
    display: contents;
  }

  /* entry-window.ts keeps the scroll position; the browser must not correct it as well. */
  .partly {
    overflow-anchor: none;
  }

  .name,
  .when > * {
    min-inline-size: 0;
    unicode-bidi: plaintext;
    overflow-wrap: anywhere;
  }

  .name {
    font-family: var(--heading-font);
    font-size: clamp(1.5em, 5cqi, 2.25em);
    font-weight: var(--heading-weight);
    line-height: 1.15;
    text-wrap: balance;
  }

  .description,
  .content {
    max-inline-size: 65ch;
    overflow-wrap: anywhere;
    white-space: pre-line;
    hyphens: inherit;
  }

  .keywords {
    display: flex;
    flex-wrap: wrap;
    gap: 0.375em;
    font-size: 0.8125em;
  }

  .keywords > li {
    padding: 0.125em 0.75em;
    border: 1px solid var(--line);
    /* Not a pill's: a long keyword has several lines. */
    border-radius: 1em;
    unicode-bidi: plaintext;
  }

  /* Covers text that scrolls below it, whatever the page's background is. */
  .filled {
    --paint: var(--storefront-surface, var(--storefront-accent, currentColor));
    padding: 0.25em 0.85em;
    /* Shows in forced colours, and where the paint is the page's background. */
    border: 1px solid var(--line);
    border-radius: 1.25em;
    -webkit-text-fill-color: var(--on-fill);
  }

  /* Groups. As wide as the story, so that the entries beside the words can be clicked. */
  .group-heading {
    position: sticky;
    inset-block-start: calc(var(--sticky) + var(--slider, 0px));
    z-index: 1;
    margin-block-end: var(--gap);
    padding-block-start: 0.5em;
    font-size: 0.875em;
    font-weight: 600;
    line-height: 1.4;
    pointer-events: none;
  }

  /* Wide enough to cover a longer date before it, which stays in view behind it. */
  .group-heading > .filled {
    display: inline-block;
    min-inline-size: min(14.5em, 100%);
    text-align: center;
    pointer-events: auto;
  }

  .by-day .group-heading > .filled {
    min-inline-size: min(17em, 100%);
  }

  .scrubber {
    position: sticky;
    inset-block-start: calc(var(--sticky) + 0.5em);
    z-index: 2;
    display: flex;
    align-items: center;
    gap: var(--gap);
    inline-size: 24em;
    max-inline-size: 100%;
    block-size: calc(var(--slider) - 0.75em);
    margin-block-end: var(--gap);
  }

  /* The slider's height and the space around it. */
  .scrubber,
  .scrubber ~ * {
    --slider: 3.25em;
  }

  /* The slider stands below its text, which has room for two lines. */
  @container (inline-size < 16em) {
    .scrubber,
    .scrubber ~ * {
      --slider: calc(3em + 26px);
    }

    .scrubber {
      flex-direction: column-reverse;
      justify-content: center;
      gap: 0.125em;
    }

    .scrubber input {
      flex: none;
      inline-size: 100%;
    }
  }

  .scrubber input {
    flex: 1;
    min-inline-size: 4em;
    block-size: 24px;
    margin: 0;
    appearance: none;
    color: var(--on-fill);
    background: none;
    cursor: grab;
  }

  .scrubber input:focus-visible {
    outline-color: currentColor;
    border-radius: 0.5em;
  }

  .scrubber ::-webkit-slider-runnable-track {
    block-size: 2px;
    background: currentColor;
  }

  .scrubber ::-moz-range-track {
    block-size: 2px;
    background: currentColor;
  }

  .scrubber ::-webkit-slider-thumb {
    appearance: none;
    inline-size: 16px;
    block-size: 16px;
    margin-block-start: -7px;
    border-radius: 50%;
    background: currentColor;
  }

  .scrubber ::-moz-range-thumb {
    inline-size: 16px;
    block-size: 16px;
    border: 0;
    border-radius: 50%;
    background: currentColor;
  }

  .scrubber span {
    font-size: 0.875em;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    line-height: 1.15;
    text-align: center;
  }

  /* Floats above the story, so that nothing moves. */
  .notice {
    position: sticky;
    inset-block-start: calc(var(--sticky) + 0.5em);
    z-index: 3;
    display: grid;
    justify-items: center;
    block-size: 0;
    overflow: visible;
  }

  .scrubber ~ .notice {
    inset-block-start: calc(var(--sticky) + var(--slider) + 0.25em);
  }

  /* Below the heading of a group. */
  .notice:has(~ .list > .group-heading) .button {
    margin-block-start: 2.5em;
  }

  /* Opaque, where the theme's buttons are not. */
  .notice .button {
    border-radius: 999px;
    background: var(--fill);
    box-shadow: 0 0.25em 1em rgb(0 0 0 / 0.25);
  }

  .notice .button > span {
    color: var(--storefront-on-accent, var(--on-fill));
  }

  /* Entries. */
  .item {
    position: relative;
    padding-block-end: calc(var(--gap) * 2.5);
    padding-inline-start: 1.75em;
  }

  /* No layout out of view until the shopper reads on. The margin is for lines and shadows. */
  @supports (overflow-clip-margin: 1em) {
    .unread .item:nth-child(n + 4) {
      content-visibility: auto;
      contain-intrinsic-size: auto 20em;
      overflow-clip-margin: 1.5em;
    }
  }

  /* The line and its dots. */
  .item::before {
    content: '';
    position: absolute;
    inset-block: 0.75em -0.75em;
    inset-inline-start: 0.34em;
    border-inline-start: 1px solid var(--line);
  }

  .item:last-child::before {
    display: none;
  }

  .item::after {
    content: '';
    position: absolute;
    /* The middle of the date's line. */
    inset-block-start: calc(0.875lh / 2 - 0.35em);
    inset-inline-start: 0;
    inline-size: 0.7em;
    block-size: 0.7em;
    background: var(--storefront-accent, currentColor);
    /* Forced colours remove the background. */
    border: 0.35em solid var(--storefront-accent, currentColor);
    border-radius: 50%;
  }

  .entry {
    display: flex;
    flex-direction: column;
    gap: 0.5em;
    min-inline-size: 0;
  }

  .skip {
    position: absolute;
    z-index: 3;
  }

  .skip:not(:focus) {
    inline-size: 1px;
    min-block-size: 0;
    block-size: 1px;
    padding: 0;
    border: 0;
    overflow: clip;
    clip-path: inset(50%);
  }

  .after:focus {
    outline: none;
  }

  /* Not covered by what is sticky when it gets the focus. */
  .list,
  .foot,
  .header {
    --news: 0px;
    --clear: calc(var(--sticky) + var(--news) + var(--slider, 0px) + 1em);
  }

  .notice ~ :is(.list, .foot) {
    --news: 3.5em;
  }

  /* A heading's height and margins, in its font size: an entry that the shopper jumps to is right below its heading. */
  .group-heading ~ ol {
    --clear: calc(var(--sticky) + var(--news) + (2.4em + var(--slider, 0px) + var(--gap)) * 0.875 + 1px);
  }

  .entry,
  .entry :is(a, button, video, summary),
  .header video,
  .foot .button {
    scroll-margin-block: var(--clear) calc(var(--storefront-sticky-bottom, 0px) + 1em);
  }

  .entry[aria-current]:not(:focus-visible) {
    border-radius: var(--corner);
    outline: 1.5px solid var(--edge);
    outline-offset: 0.75em;
  }

  /* Replaces the dot. */
  .icon {
    position: absolute;
    inset-block-start: 0;
    inset-inline-start: -0.15em;
    z-index: 1;
    display: grid;
    place-items: center;
    inline-size: 1em;
    block-size: 1.35em;
    /* The page's styles do not reach the copies. */
    fill: currentColor;
  }

  .icon > * {
    max-inline-size: 1.2em;
    max-block-size: 1.2em;
  }

  .item:has(.icon)::after {
    display: none;
  }

  /* The line keeps off the icons. */
  .item:has(.icon)::before {
    inset-block-start: 1.75em;
  }

  .item:has(+ .item .icon)::before {
    inset-block-end: 0.35em;
  }

  .when {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 0.75em;
    font-size: 0.875em;
  }

  .permalink {
    display: grid;
    place-items: center;
    inline-size: 24px;
    block-size: 24px;
    margin-block: -2px;
    color: inherit;
  }

  .permalink > svg {
    inline-size: 16px;
    block-size: 16px;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  @media (hover: hover) {
    .entry:not(:hover, :focus-within) .permalink {
      opacity: 0;
    }
  }

  /* The note floats above the row, so that nothing moves. */
  .when {
    position: relative;
  }

  .note {
    position: absolute;
    inset-inline-end: 0;
  }

  /* On a narrow page the note covers it. */
  [part='day']:has(~ .note) {
    visibility: hidden;
  }

  .title {
    font-size: 1.125em;
    font-weight: 600;
    line-height: 1.3;
    overflow-wrap: anywhere;
  }
`;
