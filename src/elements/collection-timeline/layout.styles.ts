import { css } from 'lit';

export const layoutStyles = css`
  /* Compact: a line of text and a small picture. */
  .compact .item {
    padding-block-end: calc(var(--gap) * 1.25);
  }

  .compact .entry {
    display: grid;
    grid-template-columns: minmax(0, 60ch);
    gap: 0.125em var(--gap);
  }

  .compact .entry:has(> .media > :first-child:not(.wide, .carousel)) {
    grid-template: auto auto 1fr / minmax(0, 60ch) auto;
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

  .compact .item .frame {
    aspect-ratio: 1;
  }

  .compact .attachment {
    justify-self: start;
    aspect-ratio: auto;
    padding: 0.25em 0.75em;
    font-size: 0.875em;
    text-align: start;
  }

  /* A video, or a gallery of videos, has a row of its own, large enough to watch it. */
  .compact .entry > .media:has(> :is(.wide, .carousel):first-child) {
    grid-area: auto / 1;
    inline-size: min(20em, 100%);
    margin-block-start: 0.5em;
  }

  .compact .item :is(.wide, .wide ~ .frame, .carousel .frame) {
    aspect-ratio: 16 / 9;
  }

  .compact .content {
    font-size: 0.9375em;
  }

  .compact .title {
    font-size: 1em;
  }

  /* Beside the text, only a picture fits. It opens the others. */
  .compact .media > .frame:not(.wide) ~ * {
    display: none;
  }

  /* Removes the gap below the space above the entries, which is a row too. */
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

  /* The card cuts off an outline outside of it. */
  .cards .entry:focus-visible {
    outline-offset: -3px;
  }

  .cards .entry[aria-current]:not(:focus-visible) {
    border-radius: var(--corner);
    outline-offset: -1.5px;
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

  /* Alternating: a line in the middle, texts and pictures on either side, if there is room for both. */
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

    /* Here, so that texts of either direction end at the line. */
    .alternating .item:nth-child(even) .entry {
      text-align: end;
    }

    .alternating .item:nth-child(even) .entry > * {
      grid-column: 1;
      justify-content: end;
      justify-self: end;
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
`;
