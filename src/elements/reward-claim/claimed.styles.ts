import { css } from 'lit';

/** The looks of a claimed reward. Its sizes are in reward-claim.styles.ts, because they also reserve its space. */
export const claimedStyles = css`
  .card {
    --corner: min(var(--radius), 1.25em);
    --notch: 0.5em;
    isolation: isolate;
  }

  /* Painted behind the content, so that the notches cut neither a text nor a focus ring. */
  .worth::before,
  .stub::before {
    content: '';
    position: absolute;
    inset: 0;
    z-index: -1;
    border-radius: var(--corner);
    background: color-mix(in srgb, currentColor 6%, transparent);
  }

  .worth:not(:last-child)::before {
    border-end-start-radius: 0;
    border-end-end-radius: 0;
    mask:
      radial-gradient(circle var(--notch) at 0 100%, transparent 96%, #000) 0 / 51% no-repeat,
      radial-gradient(circle var(--notch) at 100% 100%, transparent 96%, #000) 100% / 51% no-repeat;
  }

  .stub::before {
    border-start-start-radius: 0;
    border-start-end-radius: 0;
    mask:
      radial-gradient(circle var(--notch) at 0 0, transparent 96%, #000) 0 / 51% no-repeat,
      radial-gradient(circle var(--notch) at 100% 0, transparent 96%, #000) 100% / 51% no-repeat;
  }

  .stub::after {
    content: '';
    position: absolute;
    inset-block-start: -1px;
    inset-inline: calc(var(--notch) + 0.25em);
    border-block-start: 2px dashed color-mix(in srgb, currentColor 30%, transparent);
  }

  /* A field to copy from, not a second dashed line. */
  .stub .code {
    border: 1.5px solid var(--line);
  }

  .applied {
    --paint: var(--storefront-accent, currentColor);
    border-radius: 2em;
    -webkit-text-fill-color: var(--on-fill);
    stroke: var(--on-fill);
  }

  .applied .tick {
    stroke: inherit;
    stroke-width: 2;
  }

  .applied circle {
    display: none;
  }

  /* Forced colours remove the paper. */
  @media (forced-colors: active) {
    .worth::before,
    .stub::before {
      border: 1px solid CanvasText;
      mask: none;
    }

    .applied {
      -webkit-text-fill-color: CanvasText;
      stroke: CanvasText;
    }
  }

  /* Each tick draws itself once, when its step is done. */
  @media (prefers-reduced-motion: no-preference) {
    .motion .tick path {
      stroke-dasharray: 1;
      transition: stroke-dashoffset 0.25s 0.1s ease-out;
    }

    .motion .space .tick path {
      stroke-dashoffset: 1;
    }

    @starting-style {
      .motion .tick path {
        stroke-dashoffset: 1;
      }
    }
  }
`;
