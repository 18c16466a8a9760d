import { css } from 'lit';

/**
 * Everything is drawn from the page's own font and text colour, so light and dark shops need no setting:
 * lines and tints are shares of `currentColor`, and a filled button is `currentColor` itself (or the accent).
 */
export const baseStyles = css`
  :host {
    display: block;
    box-sizing: border-box;
    line-height: 1.5;
    --soft: color-mix(in srgb, currentColor 72%, transparent);
    /* Mixed with the text colour, so that it stands out on dark pages too. */
    --danger: var(--storefront-danger, color-mix(in oklab, #d5202a 85%, currentColor));
    --radius: var(--storefront-radius, 0.5em);
    --gap: var(--storefront-gap, 1em);
  }

  /* Over the text with which a page reserves height. */
  :host::before,
  .container {
    grid-area: 1 / 1;
  }

  .container {
    container-type: inline-size;
    /* Addresses and codes have no place to break. */
    overflow-wrap: anywhere;
  }

  /* A container for queries has no width of its own. These words give one where the page shrinks to fit, such as in a
     dialog or a flex row: all of them at most, one at least. */
  :host::before {
    content: 'mmmmm mmmmm mmmmm mmmmm';
    display: block;
    block-size: 0;
    overflow: hidden;
    visibility: hidden;
  }

  :host([hidden]) {
    display: none;
  }

  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }

  h2,
  p {
    margin: 0;
  }

  button,
  input {
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
  }

  :focus-visible {
    outline: 2px solid var(--storefront-focus, currentColor);
    outline-offset: 2px;
  }

  /* Each text runs in the direction of its own words, at the side where the shop's texts begin. */
  h2,
  p,
  label,
  .message,
  .message span {
    text-align: -webkit-match-parent;
    text-align: match-parent;
    unicode-bidi: plaintext;
  }

  .stack {
    display: flex;
    flex-direction: column;
    gap: var(--gap);
  }

  .heading {
    font-size: 1.25em;
    font-weight: 600;
    line-height: 1.25;
    text-wrap: balance;
  }

  /* All in one place, the largest gives the size. */
  .cells {
    display: grid;
  }

  .cells > * {
    grid-area: 1 / 1;
    min-inline-size: 0;
    /* Not stretched over the space of the others. */
    align-self: start;
  }

  .space {
    visibility: hidden;
  }

  /* As many lines, in less time. */
  .space div {
    text-wrap: wrap;
  }

  /* As high as a line, without the time that a text takes, or a font that nothing is written in. */
  .space .line {
    font-family: inherit;
    font-weight: inherit;
  }

  .line::before {
    content: '';
    display: block;
    min-block-size: 1.3em;
    block-size: 1lh;
  }

  .soft {
    color: var(--soft);
    text-wrap: pretty;
  }

  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    min-block-size: 2.875em;
    padding: 0.5em min(1.25em, 6cqi);
    border: 1px solid transparent;
    border-radius: var(--radius);
    color: var(--storefront-accent, inherit);
    background: currentColor;
    font-weight: 600;
    cursor: pointer;
  }

  /* The button's own colour is its background: its Y is the luminance that WCAG reckons with, and at 0.179 black
     and white read equally well on it. */
  .button > span {
    /* As wide as the button, so that it stays in its place when its words change. */
    flex: 1;
    text-align: center;
    color: var(--storefront-on-accent, Canvas);
  }

  @supports (color: color(from red xyz-d65 x y z)) {
    .button > span {
      color: var(
        --storefront-on-accent,
        color(
          from currentColor xyz-d65 clamp(0, (0.179 - y) * 99999, 0.9505) clamp(0, (0.179 - y) * 99999, 1)
            clamp(0, (0.179 - y) * 99999, 1.089)
        )
      );
    }
  }

  [aria-disabled='true'] {
    cursor: progress;
    opacity: 0.75;
  }

  .unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    /* Texts that run to the left are then at the same place as when they are seen. */
    overflow: clip;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  .message {
    min-block-size: 1.5em;
  }

  .message.error {
    display: grid;
    grid-template-columns: auto 1fr;
    column-gap: 0.6em;
    align-content: start;
  }

  .message.error::before {
    content: '!' / '';
    display: grid;
    place-items: center;
    inline-size: 1.5em;
    block-size: 1.5em;
    margin-block-start: 0.1em;
    border: 1.5px solid transparent;
    border-radius: 50%;
    background: var(--danger);
    /* Not the colour itself, which the red is mixed with. */
    -webkit-text-fill-color: Canvas;
    font-size: 0.8em;
    font-weight: 600;
    line-height: 1;
  }

  @media (forced-colors: active) {
    .button {
      border-color: ButtonText;
      background: ButtonFace;
    }

    .button > span {
      color: ButtonText;
    }

    [aria-disabled='true'],
    [aria-disabled='true'] > span {
      opacity: 1;
      border-color: GrayText;
      color: GrayText;
    }

    .message.error::before {
      border-color: CanvasText;
      -webkit-text-fill-color: CanvasText;
    }
  }
`;
