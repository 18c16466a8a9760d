import { css } from 'lit';

/** What the skeleton does not need. */
export const styles = css`
  h3,
  h4,
  ol,
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  /* As in base.styles.ts. */
  h3,
  h4 {
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

  /* What comes and goes above the view is reckoned with in window.ts; a browser that did it too would do it twice. */
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
    font-size: clamp(1.5em, 5cqi, 2.25em);
    font-weight: 600;
    line-height: 1.15;
    text-wrap: balance;
  }

  .description,
  .content {
    max-inline-size: 65ch;
    overflow-wrap: anywhere;
    white-space: pre-line;
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
    /* Not a pill: a long one has several lines. */
    border-radius: 1em;
    unicode-bidi: plaintext;
  }

  /* Groups. */
  .group-heading {
    position: sticky;
    inset-block-start: var(--sticky);
    z-index: 1;
    margin-block-end: var(--gap);
    padding-block: 0.5em;
    font-size: 0.9375em;
    font-weight: 600;
    line-height: 1.4;
    /* What scrolls under it must not be read through it, nor between it and the slider, whatever their fonts are. */
    background: var(--surface);
    box-shadow: 0 -0.75em var(--surface);
  }

  .scrubber + .list .group-heading {
    inset-block-start: calc(var(--sticky) + 3em);
  }

  .scrubber {
    position: sticky;
    inset-block-start: var(--sticky);
    z-index: 2;
    display: flex;
    align-items: center;
    gap: var(--gap);
    block-size: 3em;
    margin-block-end: var(--gap);
    background: var(--surface);
  }

  .scrubber input {
    flex: 1;
    min-inline-size: 4em;
    max-inline-size: 24em;
    block-size: 24px;
    margin: 0;
    accent-color: var(--storefront-accent, currentColor);
    cursor: grab;
  }

  .scrubber span {
    font-size: 0.875em;
    font-variant-numeric: tabular-nums;
  }

  /* It hangs over the story, which does not move for it. */
  .notice {
    position: sticky;
    inset-block-start: calc(var(--sticky) + 0.5em);
    z-index: 3;
    display: grid;
    justify-items: center;
    block-size: 0;
    overflow: visible;
  }

  .notice .button {
    border-radius: 999px;
    box-shadow: 0 0.25em 1em rgb(0 0 0 / 0.25);
  }

  /* An entry. */
  .item {
    position: relative;
    padding-block-end: calc(var(--gap) * 2.5);
    padding-inline-start: 1.75em;
  }

  /* Out of view, until the shopper reads on: no layout for what may never be seen. The margin is for lines and shadows. */
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
    inset-block-start: 0.45em;
    inset-inline-start: 0;
    inline-size: 0.7em;
    block-size: 0.7em;
    background: var(--storefront-accent, currentColor);
    /* Besides the background, because forced colours keep only borders. */
    border: 0.35em solid var(--storefront-accent, currentColor);
    border-radius: 50%;
  }

  .entry {
    display: flex;
    flex-direction: column;
    gap: 0.5em;
    min-inline-size: 0;
  }

  /* Free of what stays in view above it, whatever in it has the focus. */
  .list {
    --clear: calc(var(--sticky) + 1em);
  }

  .entry,
  .entry :is(a, button, video) {
    scroll-margin-block-start: var(--clear);
  }

  .group-heading ~ ol {
    --clear: calc(var(--sticky) + 3.5em);
  }

  .scrubber + .list ol {
    --clear: calc(var(--sticky) + 6.5em);
  }

  .entry[aria-current] {
    border-radius: var(--corner);
    background: var(--tint);
    box-shadow: 0 0 0 0.75em var(--tint);
  }

  /* In the place of the dot. */
  .icon {
    position: absolute;
    inset-block-start: 0;
    inset-inline-start: -0.15em;
    z-index: 1;
    display: grid;
    place-items: center;
    inline-size: 1em;
    block-size: 1.35em;
    background: var(--surface);
    box-shadow: 0 0 0 0.15em var(--surface);
  }

  .icon > * {
    max-inline-size: 1.2em;
    max-block-size: 1.2em;
  }

  .item:has(.icon)::after {
    display: none;
  }

  .when {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 0.75em;
    font-size: 0.875em;
  }

  .permalink {
    position: relative;
    inline-size: 24px;
    block-size: 24px;
    margin-block: -2px;
    color: inherit;
    opacity: 0.8;
    text-decoration: none;
  }

  /* Two links of a chain. */
  .permalink::before,
  .permalink::after {
    content: '';
    position: absolute;
    inset: 0;
    margin: auto;
    inline-size: 9px;
    block-size: 6px;
    border: 1.5px solid currentColor;
    border-radius: 4px;
    rotate: -45deg;
    translate: -2.5px 2.5px;
  }

  .permalink::after {
    translate: 2.5px -2.5px;
  }

  .permalink:hover,
  .permalink:focus-visible {
    opacity: 1;
  }

  @media (hover: hover) {
    .entry:not(:hover, :focus-within) .permalink {
      opacity: 0;
    }
  }

  /* Over what else is in the row, which does not move for it. */
  .when {
    position: relative;
  }

  .note {
    position: absolute;
    inset-inline-end: 0;
    padding-inline: 0.5em;
    color: var(--storefront-accent, CanvasText);
    background: var(--surface);
  }

  .title {
    font-size: 1.125em;
    font-weight: 600;
    line-height: 1.3;
    overflow-wrap: anywhere;
  }

  /* Media: the box stands before the picture does, so nothing moves when it comes. */
  .media {
    display: grid;
    gap: 0.5em;
    min-inline-size: 0;
    max-inline-size: 44em;
    margin-block-start: 0.375em;
  }

  .wide {
    aspect-ratio: 16 / 9;
  }

  img,
  video {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }

  .enlarge {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    padding: 0;
    border: 0;
    border-radius: inherit;
    background: none;
    cursor: zoom-in;
  }

  /* Dark and light, so that it is seen on every picture. */
  .enlarge:focus-visible {
    outline-color: #fff;
    outline-offset: -5px;
  }

  .enlarge:focus-visible img {
    outline: 3px solid var(--storefront-focus, #000);
    outline-offset: -3px;
  }

  [data-broken],
  .enlarge:has([data-broken]) {
    visibility: hidden;
  }

  /* The sign for a picture, quietly: a frame with a hill. */
  .frame:has([data-broken])::after {
    content: '';
    position: absolute;
    inset: 0;
    margin: auto;
    inline-size: 2.25em;
    block-size: 1.75em;
    border: 2px solid var(--line);
    border-radius: 0.25em;
    background: linear-gradient(to top right, transparent 48%, var(--line) 48% 54%, transparent 54%);
  }

  .slides {
    display: flex;
    gap: 0.5em;
    overflow: auto hidden;
    overscroll-behavior-inline: contain;
    scroll-snap-type: inline mandatory;
    scrollbar-width: none;
    border-radius: var(--corner);
  }

  .slides > li {
    flex: 0 0 100%;
    min-inline-size: 0;
    scroll-snap-align: start;
  }

  .slides .frame {
    aspect-ratio: 4 / 3;
  }

  .attachment {
    display: grid;
    place-items: center;
    aspect-ratio: 4 / 3;
    padding: var(--gap);
    border-radius: var(--corner);
    background: var(--tint);
    overflow-wrap: anywhere;
    text-align: center;
  }

  /* Free of the steps over it. */
  .slides .attachment {
    padding-block: 3.25em;
    overflow: hidden;
  }

  .media > .attachment {
    aspect-ratio: auto;
    justify-items: start;
    text-align: start;
  }

  .carousel {
    position: relative;
    min-inline-size: 0;
  }

  /* Over the pictures, at the top: films have their own controls at the bottom. */
  .steps {
    position: absolute;
    inset-block-start: 0.5em;
    inset-inline-end: 0.5em;
    display: flex;
    align-items: center;
    border-radius: 999px;
    color: #fff;
    background: rgb(0 0 0 / 0.6);
    font-size: 0.875em;
    --storefront-focus: #fff;
  }

  .count {
    direction: ltr;
  }

  .count::before {
    content: attr(data-at) ' / ' attr(data-of);
    font-variant-numeric: tabular-nums;
  }

  .step {
    inline-size: 2.5em;
    block-size: 2.5em;
    padding: 0;
    border: 0;
    border-radius: 50%;
    background: none;
    cursor: pointer;
  }

  .step:focus-visible {
    outline-offset: -4px;
  }

  .step::before {
    content: '';
    display: block;
    inline-size: 0.6em;
    block-size: 0.6em;
    margin: auto;
    border: solid currentColor;
    border-width: 2px 2px 0 0;
    rotate: 45deg;
    translate: -0.1em 0;
  }

  .step:not(.next):dir(ltr)::before,
  .step.next:dir(rtl)::before {
    rotate: 225deg;
    translate: 0.1em 0;
  }

  /* Compact: a line of text and a small picture. */
  .compact .item {
    padding-block-end: calc(var(--gap) * 1.25);
  }

  .compact .entry {
    display: grid;
    grid-template: auto auto 1fr / minmax(0, 60ch) auto;
    gap: 0.125em var(--gap);
  }

  .compact .entry > * {
    grid-column: 1;
  }

  .compact .entry > .media {
    grid-area: 1 / 2 / 4;
    align-content: start;
    inline-size: min(6em, 28cqi);
    margin: 0;
  }

  .compact .item :is(.frame, .attachment) {
    aspect-ratio: 1;
  }

  .compact .slides .attachment {
    padding: 0.25em;
    font-size: 0.75em;
  }

  /* A film is to be played, and has a row of its own for it. */
  .compact .entry > .media:has(> .wide:first-child) {
    grid-area: 4 / 1 / auto / -1;
    inline-size: min(20em, 100%);
    margin-block-start: 0.5em;
  }

  .compact .item .wide {
    aspect-ratio: 16 / 9;
  }

  .compact .content {
    font-size: 0.9375em;
  }

  .compact .title {
    font-size: 1em;
  }

  /* What else stands after the first has no room here. */
  .compact .media > :not(:first-child),
  .compact .steps {
    display: none;
  }

  /* The space above the entries is a row too, and has a gap below it. */
  .cards .story > .list {
    margin-block-start: calc(var(--between) * -1);
  }

  .cards .group-heading {
    margin-block-end: calc(var(--gap) * -0.5);
  }

  .cards .item {
    display: grid;
    padding: 0;
    border: 1px solid var(--line);
    border-radius: var(--corner);
    overflow: clip;
  }

  .cards .item::before,
  .cards .item::after {
    display: none;
  }

  .cards .entry {
    align-content: start;
    padding: var(--gap);
  }

  /* The card cuts what is around it. */
  .cards .entry:focus-visible {
    outline-offset: -3px;
  }

  .cards .entry[aria-current] {
    border-radius: 0;
    box-shadow: none;
  }

  .cards .icon {
    position: static;
  }

  .cards .media {
    order: -1;
    margin: calc(var(--gap) * -1) calc(var(--gap) * -1) 0;
  }

  .cards .media > .frame,
  .cards .slides,
  .cards .slides :is(.frame, .attachment) {
    border-radius: 0;
  }

  /* Alternating: the line in the middle, and words and pictures on either side, where there is room for both. */
  @container (inline-size >= 44em) {
    .alternating .item {
      padding-inline-start: 0;
    }

    .alternating .item::before {
      inset-inline-start: 50%;
    }

    .alternating .item::after {
      inset-inline-start: calc(50% - 0.35em + 0.5px);
    }

    .alternating .icon {
      inset-inline-start: calc(50% - 0.5em);
    }

    .alternating .entry {
      display: grid;
      grid-template: auto auto 1fr / 1fr 1fr;
      column-gap: 4em;
    }

    .alternating .entry > * {
      grid-column: 2;
    }

    .alternating .entry > .media {
      grid-area: 1 / 1 / 4;
      align-content: start;
    }

    .alternating .item:nth-child(even) .entry > * {
      grid-column: 1;
      justify-content: end;
      justify-self: end;
      text-align: end;
    }

    .alternating .item:nth-child(even) .entry > .media {
      grid-column: 2;
      justify-content: normal;
      justify-self: stretch;
    }

    .alternating :is(.group-heading, .foot) {
      text-align: center;
      align-items: center;
    }
  }

  @media (prefers-reduced-motion: no-preference) {
    .slides {
      scroll-behavior: smooth;
    }
  }

  @media (forced-colors: active) {
    .entry[aria-current] {
      outline: 2px solid Highlight;
    }
  }

  /* On paper: everything there is, and nothing to press. */
  @media print {
    .skeleton,
    .scrubber,
    .notice,
    .steps,
    .permalink,
    .note,
    .foot,
    video:not([poster]) {
      display: none;
    }

    .group-heading {
      position: static;
      break-after: avoid;
    }

    .entry,
    .frame {
      break-inside: avoid;
    }

    .slides {
      display: grid;
      grid-template-columns: repeat(3, 1fr);
      overflow: visible;
    }

    .media {
      max-inline-size: 22em;
    }
  }
`;
