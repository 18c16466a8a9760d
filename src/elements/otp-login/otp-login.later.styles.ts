import type { CSSResult } from 'lit';
import { css } from '../account/lit.ts';

let sheet: CSSResult | undefined;

/** How the later steps look; one sheet for all elements. */
export const styles = (): CSSResult =>
  (sheet ??= css`
    /* Text that takes the focus so that it is read; a frame around it is help, not decoration. */
    [tabindex='-1']:focus-visible {
      outline-offset: 0.35em;
      border-radius: 0.2em;
    }

    .code {
      /* As high as the other field, though its letters are larger. */
      min-block-size: 2.3em;
      padding: 0.3em 0.6em;
      font-size: max(1.25em, 20px);
      font-variant-numeric: tabular-nums;
      letter-spacing: 0.15em;
    }

    .verified {
      display: flex;
      align-items: center;
      gap: 0.75em;
    }

    .tick {
      flex: none;
      inline-size: 2em;
      block-size: 2em;
    }
  `);
