import { css } from 'lit';

export const lightboxStyles = css`
  .lightbox {
    position: fixed;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    max-inline-size: none;
    max-block-size: none;
    margin: 0;
    padding: 0;
    border: 0;
    overflow: hidden;
    overscroll-behavior: contain;
    color: #fff;
    background: rgb(0 0 0 / 0.96);
    --storefront-focus: #fff;
    --line: rgb(255 255 255 / 0.5);
  }

  .lightbox::backdrop {
    background: none;
  }

  .full {
    display: flex;
    block-size: 100%;
    overflow: auto hidden;
    overscroll-behavior: contain;
    scroll-snap-type: x mandatory;
    scrollbar-width: none;
  }

  .full:focus-visible {
    outline-offset: -4px;
  }

  .full li {
    position: relative;
    flex: 0 0 100%;
    display: grid;
    place-items: center;
    min-inline-size: 0;
    block-size: 100%;
    padding: 3.5rem min(4rem, 4vw);
    scroll-snap-align: center;
    scroll-snap-stop: always;
  }

  .full :is(img, video) {
    max-inline-size: 100%;
    max-block-size: 100%;
    inline-size: auto;
    block-size: auto;
    min-block-size: 0;
    object-fit: contain;
  }

  .caption {
    position: absolute;
    /* Inside of the focus ring. */
    inset-inline: 0.5rem;
    inset-block-end: 0.5rem;
    padding: 0.25rem 0.5rem;
    text-align: center;
    overflow-wrap: anywhere;
    /* Covers the picture where the text is large. */
    max-block-size: 50%;
    overflow: auto;
    background: rgb(0 0 0 / 0.75);
  }

  .tool {
    position: absolute;
    inline-size: 3rem;
    block-size: 3rem;
    padding: 0;
    border: 1px solid transparent;
    border-radius: 50%;
    color: #fff;
    background: rgb(0 0 0 / 0.5);
    cursor: pointer;
    z-index: 1;
  }

  .tool:hover {
    background: rgb(255 255 255 / 0.2);
  }

  .tool::before {
    content: '';
    position: absolute;
    inset: 0;
    margin: auto;
    inline-size: 0.7rem;
    block-size: 0.7rem;
    border: solid currentColor;
    border-width: 2px 2px 0 0;
    rotate: 45deg;
    translate: -0.15rem 0;
  }

  .tool.previous {
    inset-block-start: calc(50% - 1.5rem);
    inset-inline-start: 0.5rem;
  }

  .tool.next {
    inset-block-start: calc(50% - 1.5rem);
    inset-inline-end: 0.5rem;
  }

  .tool.previous:is(:dir(ltr), [dir='ltr'] *)::before,
  .tool.next:is(:dir(rtl), [dir='rtl'] *)::before {
    rotate: 225deg;
    translate: 0.15rem 0;
  }

  .tool.close {
    inset-block-start: 0.5rem;
    inset-inline-end: 0.5rem;
  }

  .tool.close::before,
  .tool.close::after {
    content: '';
    position: absolute;
    inset: 0;
    margin: auto;
    inline-size: 1.2rem;
    block-size: 0;
    border: solid currentColor;
    border-width: 2px 0 0;
    rotate: 45deg;
    translate: 0;
  }

  .tool.close::after {
    rotate: -45deg;
  }

  @media (prefers-reduced-motion: no-preference) {
    .full {
      scroll-behavior: smooth;
    }

    .lightbox[open] {
      animation: appear 0.15s;
    }

    @keyframes appear {
      from {
        opacity: 0;
      }
    }
  }

  @media print {
    .lightbox {
      display: none;
    }
  }
`;
