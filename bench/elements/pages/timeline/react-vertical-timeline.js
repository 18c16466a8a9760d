/** react-vertical-timeline-component: its README's set-up, an element per entry, growing page by page. */
import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { VerticalTimeline, VerticalTimelineElement } from 'react-vertical-timeline-component';
import 'react-vertical-timeline-component/style.min.css';
import { dateOf, pages, root } from './common.js';

function Story() {
  const [entries, setEntries] = useState([]);
  useEffect(() => {
    void (async () => {
      for await (const page of pages()) setEntries((shown) => [...shown, ...page]);
    })();
  }, []);
  return createElement(
    VerticalTimeline,
    { lineColor: '#ccc' },
    entries.map((entry) =>
      createElement(
        VerticalTimelineElement,
        { key: entry.id, date: dateOf(entry) },
        createElement('h3', { className: 'vertical-timeline-element-title' }, entry.title),
        createElement('p', null, entry.content),
        createElement(
          'div',
          { className: 'frame' },
          createElement('img', { loading: 'lazy', decoding: 'async', alt: '', src: entry.image.url }),
        ),
      ),
    ),
  );
}

createRoot(root).render(createElement(Story));

const shown = root.getElementsByClassName('vertical-timeline-element');
globalThis.contestant = {
  first: () => shown[0]?.querySelector('.vertical-timeline-element-title'),
  loaded: () => shown.length,
};
