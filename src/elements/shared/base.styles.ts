import { css } from 'lit';
import { themeStyles } from './theme.styles.ts';

/**
 * Everything is drawn from the page's own font and text colour, so light and dark shops need no setting: lines are shares
 * of `currentColor`, and anything that needs its own background gets a colour on which black or white text is readable.
 */
const styles = css`
  :host {
    display: block;
    box-sizing: border-box;
    line-height: 1.5;
    /* The page's own would show the line breaks of our templates, cut texts, and push icons out of their circles. */
    white-space: normal;
    text-align-last: auto;
    text-indent: 0;
    /* Pages make the letters of a heading transparent, to show a gradient behind them. */
    -webkit-text-fill-color: currentColor;
    --line: color-mix(in srgb, currentColor 22%, transparent);
    /* A line that has to be seen: 3:1 wherever the text has 4.5:1. */
    --edge: color-mix(in srgb, currentColor 70%, transparent);
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

  /* A sentence may have an address in it. Those and codes stay as they are; the rest may be in the page's capitals. */
  p,
  code,
  .message,
  .soft,
  .applied {
    text-transform: none;
    hyphens: manual;
  }

  .stack {
    display: flex;
    flex-direction: column;
    gap: var(--gap);
  }

  .heading {
    font-family: var(--heading-font);
    font-size: 1.25em;
    font-weight: var(--heading-weight);
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

  /* As many lines as with 'balance', and faster. */
  .space div {
    text-wrap: wrap;
  }

  /* As high as a line, without laying out text or loading a font that no visible text uses. */
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

  /* Smaller, not paler: the page's text may have no contrast to spare. */
  .soft {
    font-size: 0.9375em;
    text-wrap: pretty;
  }

  .button {
    --paint: var(--storefront-accent, var(--theme-button, currentColor));
    display: inline-flex;
    align-items: center;
    justify-content: center;
    min-block-size: 2.875em;
    padding: 0.5em min(1.25em, 6cqi);
    border: 1px solid transparent;
    border-radius: var(--button-radius);
    color: inherit;
    font-family: var(--button-font-family-primary, inherit);
    font-weight: var(--button-weight);
    text-transform: var(--button-text-case-primary, inherit);
    cursor: pointer;
  }

  /* Filled surfaces, with text in a colour that is readable on them. Browsers without relative colours use the system
     colours CanvasText and Canvas. */
  .button,
  .filled,
  .message.error::before {
    --fill: CanvasText;
    --on-fill: Canvas;
    background: var(--fill);
  }

  .button > span {
    /* As wide as the button, so that it stays in its place when its words change. */
    flex: 1;
    text-align: center;
    color: var(--storefront-on-accent, var(--on-fill));
  }

  /* The ellipsis of an English label stays at its end in a right-to-left shop. */
  .button span {
    unicode-bidi: plaintext;
  }

  /* The Y of a colour is the luminance that WCAG reckons with: up to 0.1833 white has a contrast of 4.5, above it black.
     The alpha of the text colour is dropped, because a translucent button looks disabled. */
  @supports (color: rgb(from currentColor r g b)) {
    .button,
    .filled,
    .message.error::before {
      --fill: rgb(from var(--paint) r g b / 1);
      --on-fill: color(
        from var(--paint) xyz-d65 clamp(0, (0.18333 - y) * 99999, 0.9505) clamp(0, (0.18333 - y) * 99999, 1)
          clamp(0, (0.18333 - y) * 99999, 1.089) / 1
      );
    }

    /* The theme's text colour belongs to the theme's button, not to a colour that the merchant sets. */
    @container not style(--storefront-accent) {
      .button {
        border: var(--style-border-width-primary, 1px) solid var(--color-primary-button-border, transparent);
        background: var(--theme-button, var(--fill));
      }

      .button > span {
        color: var(--storefront-on-accent, var(--theme-button-text, var(--on-fill)));
      }
    }
  }

  .button.quiet {
    border: 1px solid var(--edge);
    background: none;
  }

  .button.quiet > span {
    color: inherit;
  }

  [aria-disabled='true'] {
    cursor: progress;
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
    --paint: var(--danger);
    content: '!' / '';
    display: grid;
    place-items: center;
    inline-size: 1.5em;
    block-size: 1.5em;
    margin-block-start: 0.1em;
    border: 1.5px solid transparent;
    border-radius: 50%;
    /* The colour itself stays unchanged: the paint may be currentColor. */
    -webkit-text-fill-color: var(--on-fill);
    font-size: 0.8em;
    font-weight: 600;
    line-height: 1;
  }

  @media (prefers-contrast: more) {
    :host {
      --line: currentColor;
      --edge: currentColor;
    }
  }

  @media (forced-colors: active) {
    .button {
      border: 1px solid ButtonText;
      background: ButtonFace;
    }

    .button > span {
      color: ButtonText;
    }

    [aria-disabled='true'],
    [aria-disabled='true'] > span {
      border-color: GrayText;
      color: GrayText;
    }

    .message.error::before {
      border-color: CanvasText;
      -webkit-text-fill-color: CanvasText;
    }
  }
`;

export const baseStyles = [themeStyles, styles];
