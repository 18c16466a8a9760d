import { css } from 'lit';

export const mediaStyles = css`
  /* Media: the box has its size before the picture loads, so nothing moves. */
  .media {
    display: grid;
    gap: 0.5em;
    min-inline-size: 0;
    max-inline-size: 44em;
    margin-block-start: 0.375em;
  }

  .transcript summary {
    inline-size: fit-content;
    padding-block: 0.25em;
    font-size: 0.9375em;
    cursor: pointer;
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

  /* Dark and light, to be visible on every picture. */
  .enlarge:focus-visible {
    outline-color: #fff;
    outline-offset: -5px;
  }

  .enlarge:focus-visible:has([data-broken]) {
    outline-color: var(--storefront-focus, currentColor);
  }

  .enlarge:focus-visible img,
  video:focus-visible {
    outline: 3px solid var(--storefront-focus, #000);
    outline-offset: -3px;
  }

  .frame:has(video:focus-visible)::before {
    content: '';
    position: absolute;
    z-index: 1;
    inset: 3px;
    border: 2px solid #fff;
    pointer-events: none;
  }

  /* Screen readers still read its text. */
  [data-broken] {
    opacity: 0;
  }

  /* A placeholder icon: a frame with a hill. Also in the lightbox. */
  :is(.frame, .full li):has([data-broken])::after {
    content: '';
    position: absolute;
    inset: 0;
    margin: auto;
    inline-size: 2.25em;
    block-size: 1.75em;
    border: 2px solid var(--line);
    border-radius: 0.25em;
    background: linear-gradient(to top right, transparent 48%, var(--line) 48% 54%, transparent 54%);
    pointer-events: none;
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
    scroll-snap-stop: always;
  }

  .slides .frame {
    aspect-ratio: 4 / 3;
  }

  .attachment {
    display: grid;
    place-items: center;
    aspect-ratio: 4 / 3;
    padding: var(--gap);
    border: 1px solid var(--line);
    border-radius: var(--corner);
    overflow-wrap: anywhere;
    text-align: center;
  }

  /* Not covered by the buttons. */
  .slides .attachment {
    padding-block: 3.25em;
    overflow: hidden;
  }

  /* The row would cut it off. */
  .slides .attachment:focus-visible {
    outline-offset: -4px;
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

  /* At the top: videos have their controls at the bottom. */
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

  /* Older browsers do not know :dir(), and skip it in :is(). */
  .step:not(.next):is(:dir(ltr), [dir='ltr'] *)::before,
  .step.next:is(:dir(rtl), [dir='rtl'] *)::before {
    rotate: 225deg;
    translate: 0.1em 0;
  }
`;
