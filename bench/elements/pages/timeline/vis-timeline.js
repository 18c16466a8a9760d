/** vis-timeline: its README's set-up, a DataSet that grows page by page. */
import { DataSet } from 'vis-data';
import { Timeline } from 'vis-timeline';
import 'vis-timeline/styles/vis-timeline-graph2d.min.css';
import { pages, root } from './common.js';

const text = (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const items = new DataSet();

globalThis.contestant = {
  first: () => root.querySelector('.vis-item'),
  loaded: () => items.length,
};

let timeline;
for await (const page of pages()) {
  items.add(
    page.map(({ id, title, content, created_at, image }) => ({
      id,
      start: created_at,
      content: `<h3>${text(title)}</h3><p>${text(content)}</p><img src="${image.url}" alt="" width="320" height="240">`,
    })),
  );
  timeline ??= new Timeline(root, items, {});
}
