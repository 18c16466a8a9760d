/** The list of `lit.js`, of which only the entries near the view are in the document. */
import '@lit-labs/virtualizer';
import { html } from 'lit';
import { pages, root } from './common.js';
import { entryOf } from './lit-entry.js';
import './vanilla.css';

const list = document.createElement('lit-virtualizer');
list.className = 'entries';
list.items = [];
// A child of it is moved by a transform, so the space below an entry is padding.
list.renderItem = (entry) => html`<div class="item" role="listitem">${entryOf(entry)}</div>`;
root.append(list);

globalThis.contestant = {
  first: () => list.querySelector('article'),
  loaded: () => list.items.length,
};

for await (const page of pages()) list.items = list.items.concat(page);
