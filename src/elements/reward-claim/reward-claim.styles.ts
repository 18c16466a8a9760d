import { css } from 'lit';

export const styles = css`
  /* Its first look with a line for each text. The drawing may wait for a language. */
  :host(:not([data-state])) {
    min-block-size: calc(5.9em + 1.4 * var(--gap));
  }

  :host(:is([requires-login], [reward-id]):not([data-state])) {
    min-block-size: calc(9.3em + max(2.875em, 46px) + 4 * var(--gap));
  }

  .cells {
    position: relative;
    max-inline-size: 32em;
  }

  /* Hidden, in the place where it will be shown next. */
  .cells > .unseen {
    inset-block-start: 0;
    inset-inline-start: 0;
  }

  /* Closer to the heading above. */
  .intro {
    margin-block-start: calc(var(--gap) * -0.6);
  }

  .value {
    font-size: clamp(1.75em, 9.5cqi, 2.5em);
    font-weight: 700;
    letter-spacing: -0.01em;
    text-wrap: balance;
    line-height: 1.1;
  }

  .value.intro {
    margin-block-start: calc(var(--gap) * -0.25);
  }

  /* The result looks like a ticket: what it is worth, and below a line of its own the code. claimed.styles.ts paints it. */
  .worth,
  .stub {
    position: relative;
    padding: clamp(0.875em, 5cqi, 1.5em);
  }

  /* A chip that is no taller than the line that it replaces. */
  .applied {
    align-self: start;
    /* 1.5em of the line's own size. */
    min-block-size: 1.6em;
    padding-inline: 0.5em 0.875em;
    font-size: 0.9375em;
  }

  .done {
    display: flex;
    align-items: center;
    gap: 0.5em;
  }

  .tick {
    flex: none;
    inline-size: 1.25em;
    block-size: 1.25em;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  .ticket .cells > * {
    place-self: center;
  }

  /* Each as large as the largest, so that none of them moves when the words change. */
  .ways .cells > * {
    align-self: stretch;
    align-content: center;
  }

  .ticket {
    display: flex;
    flex-wrap: wrap;
    align-items: stretch;
    gap: 0.5em;
  }

  .ways {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5em 1.25em;
  }

  .ways > .button {
    flex: 1 1 auto;
  }

  /* Below the others, so that they stay in their places when it comes. */
  .ways > [part='apply-link'] {
    flex-basis: 100%;
  }

  a.button {
    text-align: center;
    text-decoration: none;
  }

  .ticket > .button {
    flex: 1 1 auto;
  }

  .code {
    display: grid;
    flex: 99 1 auto;
    place-items: center;
    text-align: center;
    padding: 0.5em 1em;
    border: 1.5px dashed var(--edge);
    border-radius: var(--radius);
    font:
      600 1.25em / 1.3 ui-monospace,
      SFMono-Regular,
      Menlo,
      Consolas,
      monospace;
    letter-spacing: 0.04em;
    overflow-wrap: anywhere;
    /* One tap selects the whole code. */
    -webkit-user-select: all;
    user-select: all;
  }

  /* The button goes below a code of any length, so that the space for both is known in advance, and a usual code fits
     into one line. */
  @container (inline-size < 28em) {
    .code {
      flex-basis: 100%;
      padding-inline: 0.5em;
      font-size: 1.1em;
    }
  }

  /* The button wraps below a code of 20 characters where both do not fit in a line. */
  @container (inline-size >= 28em) {
    .space .code {
      flex-basis: 16.25em;
    }
  }

  /* The value of a reward takes two lines at most. */
  @container (inline-size < 18em) {
    .space .value {
      min-block-size: 2lh;
    }
  }

  /* Text that gets the focus so that screen readers read it. */
  [tabindex='-1']:focus-visible {
    outline-offset: 3px;
    border-radius: 0.2em;
  }

  .link {
    min-block-size: 24px;
    min-inline-size: 24px;
    padding: 0.25em 0;
    border: 0;
    background: none;
    color: inherit;
    text-align: start;
    text-decoration: underline;
    text-underline-offset: 0.2em;
    cursor: pointer;
  }

  .applied {
    font-weight: 600;
  }

  .seconds {
    /* Not underlined with the words before it. */
    display: inline-block;
    margin-inline-start: 0.25em;
    font-variant-numeric: tabular-nums;
  }

  .button .seconds {
    margin-inline-start: 0.5em;
  }
`;
