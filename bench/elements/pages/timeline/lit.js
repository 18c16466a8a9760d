/** The floor drawn by Lit: the list of `vanilla.js`, and nothing else. */
import { html, render } from 'lit';
import { pages, root } from './common.js';
import { entryOf } from './lit-entry.js';
import './vanilla.css';

let entries = [];
const list = () => root.querySelector('.entries');

globalThis.contestant = {
  first: () => root.querySelector('article'),
  loaded: () => list()?.childElementCount ?? 0,
};

for await (const page of pages()) {
  entries = entries.concat(page);
  render(
    html`<ol class="entries">
      ${entries.map((entry) => html`<li>${entryOf(entry)}</li>`)}
    </ol>`,
    root,
  );
}
