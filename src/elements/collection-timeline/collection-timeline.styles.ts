import { css } from 'lit';

/** The skeleton. The story has its own styles. */
export const styles = css`
  :host {
    --tint: color-mix(in srgb, currentColor 6%, transparent);
    --frame: var(--storefront-media-background, var(--tint));
    --corner: min(var(--radius), 1em);
    --sticky: var(--storefront-sticky-top, 0px);
  }

  /* Texts that get the focus so that they are read. */
  [tabindex='-1']:focus-visible {
    outline-offset: 3px;
    border-radius: 0.2em;
  }

  /* Reserves the skeleton's height before it is drawn. */
  :host(:not([data-state])),
  .skeleton {
    min-block-size: var(--storefront-reserve, 100svh);
  }

  .skeleton {
    block-size: 0;
    overflow: hidden;
  }

  /* See return-room.ts. */
  :host .skeleton.long {
    min-block-size: 4000svh;
  }

  .header {
    display: flex;
    flex-direction: column;
    gap: calc(var(--gap) * 0.75);
    margin-block-end: calc(var(--gap) * 2);
  }

  .frame {
    position: relative;
    inline-size: 100%;
    aspect-ratio: 4 / 3;
    /* A shop's radius may be that of a pill, which would cut off most of a picture. */
    border-radius: var(--corner);
    overflow: hidden;
    background: var(--frame);
  }

  .header > .frame {
    aspect-ratio: 21 / 9;
    margin-block-end: 0.5em;
  }

  /* Cards side by side. Not in a grid, where a sticky heading stays in its row. */
  .cards .list {
    --columns: 1;
    --between: calc(var(--gap) * 1.25);
    display: flex;
    flex-wrap: wrap;
    gap: var(--between);
    padding-block-end: var(--between);
  }

  @container (inline-size >= 34em) {
    .cards .list {
      --columns: 2;
    }
  }

  @container (inline-size >= 52em) {
    .cards .list {
      --columns: 3;
    }
  }

  @container (inline-size >= 72em) {
    .cards .list {
      --columns: 4;
    }
  }

  .cards .list > * {
    inline-size: 100%;
  }

  .cards :is(.item, .ghost) {
    inline-size: calc((100% - (var(--columns) - 1) * var(--between)) / var(--columns) - 0.01px);
  }

  /* Hidden at first, for answers that come at once. One animation for all of it needs less processor time. */
  .skeleton:not(.space) {
    animation:
      appear 0.15s 0.2s both,
      breathe 1.6s 0.35s ease-in-out infinite alternate;
  }

  @keyframes appear {
    from {
      opacity: 0;
    }
  }

  .bone {
    block-size: 1em;
    border: 1px solid transparent;
    border-radius: var(--corner);
    background: var(--tint);
  }

  .ghost {
    display: flex;
    flex-direction: column;
    gap: 0.5em;
    padding-block-end: calc(var(--gap) * 2.5);
    padding-inline-start: 1.75em;
  }

  .bone.line {
    inline-size: 9em;
    max-inline-size: 60%;
  }

  .bone.title {
    block-size: 1.5em;
    inline-size: 18em;
    max-inline-size: 85%;
  }

  .bone.frame {
    block-size: auto;
    max-inline-size: 44em;
  }

  .header .bone.frame {
    aspect-ratio: 21 / 9;
    max-inline-size: none;
  }

  .cards .ghost {
    padding: 0 0 var(--gap);
  }

  .cards .ghost .frame {
    order: -1;
  }

  .compact .ghost {
    padding-block-end: calc(var(--gap) * 1.25);
  }

  .compact .ghost .frame {
    inline-size: 6em;
    aspect-ratio: 1;
  }

  .foot {
    display: flex;
    flex-direction: column;
    align-items: flex-start;
    gap: 0.5em;
  }

  .cards .foot {
    align-items: center;
  }

  @media (prefers-reduced-motion: no-preference) {
    @keyframes breathe {
      to {
        opacity: 0.5;
      }
    }
  }
`;
