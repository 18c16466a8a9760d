import { css } from 'lit';

/**
 * Changes after an action fade in. The class is set only after the shopper's first press, so that nothing moves while a
 * page loads, or when a state is restored. Only the opacity changes: every part is in place at once, and can be pressed.
 */
export const motionStyles = css`
  @media (prefers-reduced-motion: no-preference) {
    .motion :is(.stack > *, .note, .notice) {
      transition: opacity 0.2s ease-out;
    }

    @starting-style {
      .motion :is(.stack > *, .note, .notice) {
        opacity: 0;
      }
    }
  }
`;
