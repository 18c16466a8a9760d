import type { CSSResult } from 'lit';
import { css } from '../account/lit.ts';

let sheet: CSSResult | undefined;

/** How the later steps look; one sheet for all elements. */
export const styles = (): CSSResult =>
  (sheet ??= css`
    .link {
      min-block-size: 24px;
      padding: 0.25em 0;
      border: 0;
      background: none;
      text-decoration: underline;
      text-underline-offset: 0.2em;
      cursor: pointer;
    }

    .seconds {
      /* Not underlined with the words before it. */
      display: inline-block;
      margin-inline-start: 0.25em;
      font-variant-numeric: tabular-nums;
      opacity: 0.8;
    }
  `);
