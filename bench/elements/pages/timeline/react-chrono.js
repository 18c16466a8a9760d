/** react-chrono in its vertical mode, which its README recommends for feeds; the items grow page by page. */
import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Chrono } from 'react-chrono';
import 'react-chrono/dist/style.css';
import { dateOf, pages, root } from './common.js';

const itemOf = (entry) => ({
  title: dateOf(entry),
  cardTitle: entry.title,
  cardDetailedText: entry.content,
  media: { type: 'IMAGE', name: entry.title, source: { url: entry.image.url } },
});

function Story() {
  const [items, setItems] = useState([]);
  useEffect(() => {
    void (async () => {
      for await (const page of pages()) setItems((shown) => [...shown, ...page.map(itemOf)]);
    })();
  }, []);
  return items.length > 0 && createElement(Chrono, { items, mode: 'vertical', allowDynamicUpdate: true });
}

createRoot(root).render(createElement(Story));
const rows = root.getElementsByClassName('vertical-item-row');
globalThis.contestant = {
  first: () => rows[0]?.querySelector('.rc-card-title'),
  loaded: () => rows.length,
  /** It scrolls in a box of its own. */
  scroller: () => root.querySelector('.timeline-main-wrapper'),
};
