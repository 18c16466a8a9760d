import { css } from 'lit';

export const styles = css`
  .cells {
    max-inline-size: 32em;
  }

  /* It belongs to the heading above it. */
  .intro {
    margin-block-start: calc(var(--gap) * -0.6);
  }

  .value {
    font-size: clamp(1.5em, 7cqi, 1.75em);
    font-weight: 600;
    text-wrap: balance;
    line-height: 1.15;
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

  /* As high as the link that it stands for. */
  .ways > .soft {
    padding-block: 0.25em;
  }

  a.button {
    text-decoration: none;
  }

  .ticket > .button {
    flex: 1 0 auto;
  }

  .code {
    display: grid;
    flex: 99 1 auto;
    place-items: center;
    text-align: center;
    padding: 0.5em 1em;
    border: 1.5px dashed color-mix(in srgb, currentColor 55%, transparent);
    border-radius: var(--radius);
    background: color-mix(in srgb, currentColor 6%, transparent);
    font:
      600 1.25em / 1.3 ui-monospace,
      SFMono-Regular,
      Menlo,
      Consolas,
      monospace;
    letter-spacing: 0.04em;
    overflow-wrap: anywhere;
    /* One tap takes all of it. */
    user-select: all;
  }

  /* The mark and its gap before an error. */
  .space > .message > div {
    margin-inline-start: 1.8em;
  }

  /* The button below, whatever the code, so that the space for both is known before; and a usual code in one line. */
  @container (inline-size < 28em) {
    .code {
      flex-basis: 100%;
      padding-inline: 0.5em;
      font-size: 1.1em;
    }
  }

  /* The value of a reward takes two lines at most. */
  @container (inline-size < 18em) {
    .space > .value::before {
      block-size: 2lh;
    }
  }
`;
