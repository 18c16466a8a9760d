import type { CSSResult } from 'lit';
import { css } from '../account/lit.ts';

let sheet: CSSResult | undefined;

/** How the later steps look; one sheet for all elements. */
export const styles = (): CSSResult =>
  (sheet ??= css`
    .button.quiet {
      background: color-mix(in srgb, currentColor 6%, transparent);
      border-color: color-mix(in srgb, currentColor 22%, transparent);
    }

    .button.quiet > span {
      color: inherit;
    }

    /* Text that takes the focus so that it is read; a frame around it is help, not decoration. */
    [tabindex='-1']:focus-visible {
      outline-offset: 0.35em;
      border-radius: 0.2em;
    }

    .link {
      min-block-size: 24px;
      min-inline-size: 24px;
      padding: 0.25em 0;
      border: 0;
      background: none;
      color: inherit;
      text-decoration: underline;
      text-underline-offset: 0.2em;
      cursor: pointer;
    }

    .applied {
      display: flex;
      align-items: center;
      gap: 0.4em;
      font-weight: 600;
    }

    .tick {
      flex: none;
      inline-size: 1.1em;
      fill: none;
      stroke: currentColor;
      stroke-width: 2;
    }

    .seconds {
      /* Not underlined with the words before it. */
      display: inline-block;
      margin-inline-start: 0.25em;
      font-variant-numeric: tabular-nums;
      opacity: 0.8;
    }
  `);
