import { css } from 'lit';

export const styles = css`
  :host {
    --frame: var(--storefront-media-background, var(--tint));
  }

  .header {
    display: grid;
    gap: var(--gap);
    margin-block-end: calc(var(--gap) * 2);
  }

  .name,
  .when > * {
    min-inline-size: 0;
    unicode-bidi: plaintext;
    overflow-wrap: anywhere;
  }

  .name {
    font-size: clamp(1.5em, 5cqi, 2.25em);
    font-weight: 700;
    line-height: 1.15;
    text-wrap: balance;
  }

  .description,
  .content {
    max-inline-size: 65ch;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }

  .entries > li {
    position: relative;
    padding-block-end: calc(var(--gap) * 2.5);
    padding-inline-start: 1.75em;
  }

  /* The line and its dots. */
  .entries > li::before {
    content: '';
    position: absolute;
    inset-block: 0.75em -0.75em;
    inset-inline-start: 0.34em;
    border-inline-start: 1px solid var(--line);
  }

  .entries > li:last-child::before {
    display: none;
  }

  .entries > li::after {
    content: '';
    position: absolute;
    inset-block-start: 0.45em;
    inset-inline-start: 0;
    inline-size: 0.7em;
    block-size: 0.7em;
    background: var(--storefront-accent, currentColor);
    /* Besides the background, because forced colours keep only borders. */
    border: 0.35em solid var(--storefront-accent, currentColor);
    border-radius: 50%;
  }

  .entry {
    display: flex;
    flex-direction: column;
    gap: 0.5em;
  }

  .when {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.75em;
    font-size: 0.875em;
  }

  .title {
    font-size: 1.125em;
    font-weight: 650;
    line-height: 1.3;
    overflow-wrap: anywhere;
  }

  /* The box stands before the picture does, so nothing moves when it comes. */
  .frame {
    inline-size: 100%;
    max-inline-size: 44em;
    aspect-ratio: 4 / 3;
    margin-block-start: 0.375em;
    /* A shop may have pill buttons; a picture cut to a pill is no picture. */
    border-radius: min(var(--radius), 1em);
    overflow: hidden;
    background: var(--frame);
  }

  .frame.wide {
    aspect-ratio: 16 / 9;
  }

  .header .frame {
    max-inline-size: none;
    aspect-ratio: 21 / 9;
    margin: 0;
  }

  img,
  video {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }

  [data-broken] {
    visibility: hidden;
  }

  .gallery {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(9em, 45%), 1fr));
    gap: 0.5em;
    max-inline-size: 44em;
    margin-block-start: 0.375em;
  }

  .gallery .frame {
    aspect-ratio: 1;
    margin: 0;
  }

  .skeleton {
    border: 1px solid transparent;
    border-radius: min(var(--radius), 1em);
    background: var(--tint);
    block-size: 1em;
  }

  .skeleton.wide {
    block-size: auto;
    aspect-ratio: 4 / 3;
    max-inline-size: 44em;
  }

  .foot {
    display: flex;
    flex-direction: column;
    align-items: flex-start;
    gap: 0.5em;
  }

  @media (prefers-reduced-motion: no-preference) {
    .skeleton {
      animation: breathe 1.6s ease-in-out infinite alternate;
    }

    @keyframes breathe {
      to {
        opacity: 0.5;
      }
    }
  }
`;
