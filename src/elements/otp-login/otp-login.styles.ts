import { css } from 'lit';

export const styles = css`
  /* Its first look with a line for each text. The drawing may wait for a language. */
  :host(:not([data-state])) {
    min-block-size: calc(7.8em + max(2.875em, 46px) + 3 * var(--gap));
  }

  .steps {
    max-inline-size: 32em;
  }

  .field {
    display: flex;
    flex-direction: column;
    gap: 0.375em;
  }

  [part='label'] {
    font-weight: 600;
  }

  input,
  ::slotted(input),
  .input {
    inline-size: 100%;
    min-block-size: 2.875em;
    padding: 0.5em 0.75em;
    border: max(1px, var(--field-border)) solid var(--edge);
    border-radius: var(--field-radius);
    background: var(--storefront-field, transparent);
    /* iOS zooms the page into a field whose text is smaller. */
    font-size: max(1em, 16px);
  }

  ::slotted(input) {
    box-sizing: border-box;
    font-family: inherit;
    line-height: inherit;
    color: inherit;
  }

  input[aria-invalid='true'],
  ::slotted(input[aria-invalid='true']) {
    /* A second line inside the border shows the error even if the page's background is the same red. */
    box-shadow: inset 0 0 0 2px var(--danger);
  }

  .link {
    min-block-size: 24px;
    padding: 0.25em 0;
    border: 0;
    background: none;
    text-align: start;
    text-decoration: underline;
    text-underline-offset: 0.2em;
    cursor: pointer;
  }

  /* Focused text is announced. The ring shows sighted shoppers where the focus is, so it keeps some distance. */
  [tabindex='-1']:focus-visible {
    outline-offset: 3px;
    border-radius: 0.2em;
  }

  .code {
    /* As high as the email field, though its text is larger. */
    min-block-size: 2.3em;
    padding: 0.3em 0.6em;
    font-size: max(1.25em, 20px);
    font-variant-numeric: tabular-nums;
    letter-spacing: 0.15em;
  }

  .seconds {
    /* Keeps the link's underline off the seconds. */
    display: inline-block;
    margin-inline-start: 0.25em;
    font-variant-numeric: tabular-nums;
  }

  .button .seconds {
    margin-inline-start: 0.5em;
  }

  .more {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25em 1.25em;
  }

  .verified {
    display: flex;
    align-items: center;
    gap: 0.75em;
  }

  /* WebKit would give an unbroken address in a right-to-left sentence its whole width. */
  .verified span {
    min-inline-size: 0;
  }

  .tick {
    flex: none;
    inline-size: 2em;
    block-size: 2em;
  }
`;
