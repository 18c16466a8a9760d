import { css } from 'lit';

export const preferenceStyles = css`
  @media (prefers-reduced-motion: no-preference) {
    .slides {
      scroll-behavior: smooth;
    }
  }

  @media (forced-colors: active) {
    .entry[aria-current] {
      outline: 2px solid Highlight;
    }

    .scrubber ::-webkit-slider-runnable-track,
    .scrubber ::-webkit-slider-thumb {
      background: CanvasText;
    }

    .scrubber ::-moz-range-track,
    .scrubber ::-moz-range-thumb {
      background: CanvasText;
    }
  }

  /* Paper shows everything, and has nothing to press. */
  @media print {
    .skeleton,
    .scrubber,
    .notice,
    .skip,
    .steps,
    .permalink,
    .note,
    .foot,
    video:not([data-poster]) {
      display: none;
    }

    .group-heading {
      position: static;
      break-after: avoid;
    }

    .entry,
    .cards .item,
    .frame {
      break-inside: avoid;
    }

    /* Browsers leave out backgrounds, and print white text pale. */
    .filled {
      background: none;
      -webkit-text-fill-color: currentColor;
    }

    /* Chromium prints them over the poster. */
    video::-webkit-media-controls {
      display: none;
    }

    .slides {
      display: grid;
      grid-template-columns: repeat(3, 1fr);
      overflow: visible;
    }

    .media {
      max-inline-size: 22em;
    }

    .compact .media > .frame:not(.wide) ~ * {
      display: block;
    }

    .compact .entry > .media:has(> :nth-child(2)) {
      grid-area: auto / 1;
      inline-size: auto;
    }
  }
`;
