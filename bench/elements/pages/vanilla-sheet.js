/** The look of the elements written by hand, near to ours. */
export const sheet = new CSSStyleSheet();

sheet.replaceSync(`
  :host, form { display: flex; flex-direction: column; gap: 1em; max-inline-size: 32em; line-height: 1.5; }
  *, ::before, ::after { box-sizing: border-box; }
  [hidden] { display: none !important; }
  h2, p { margin: 0; }
  h2 { font-size: 1.25em; font-weight: 650; line-height: 1.25; }
  .soft { color: color-mix(in srgb, currentColor 72%, transparent); }
  .field { display: flex; flex-direction: column; gap: 0.375em; }
  label { font-weight: 600; }
  p:empty { display: none; }
  button, input { font: inherit; color: inherit; }
  input { min-block-size: 2.875em; padding: 0.5em 0.75em; border: 2px solid color-mix(in srgb, currentColor 50%, transparent); border-radius: 0.5em; background: transparent; }
  .button { min-block-size: 2.875em; padding: 0.5em 1.25em; border: 0; border-radius: 0.5em; color: Canvas; background: CanvasText; font-weight: 600; cursor: pointer; }
  .more { display: flex; gap: 1.25em; }
  .link { min-block-size: 24px; border: 0; background: none; text-decoration: underline; cursor: pointer; }
  .ticket { display: flex; gap: 0.5em; }
  code { flex: 1; padding: 0.5em 1em; border: 1.5px dashed; border-radius: 0.5em; font-size: 1.25em; text-align: center; }
  :focus-visible { outline: 2px solid; outline-offset: 2px; }
`);
