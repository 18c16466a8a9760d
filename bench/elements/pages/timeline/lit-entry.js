/** An entry of `vanilla.js` as a template of Lit. */
import { html } from 'lit';
import { dateOf } from './common.js';

export const entryOf = (entry) => html`
  <article class="entry">
    <p><time datetime=${entry.created_at}>${dateOf(entry)}</time></p>
    <h3>${entry.title}</h3>
    <p>${entry.content}</p>
    <div class="frame"><img loading="lazy" decoding="async" alt="" src=${entry.image.url} /></div>
  </article>
`;
