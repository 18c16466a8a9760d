/** The floor: the same list in plain DOM calls, every entry in the document. */
import { dateOf, pages, root } from './common.js';
import './vanilla.css';

const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

const list = element('ol', { className: 'entries' });
root.append(list);

globalThis.contestant = {
  first: () => list.querySelector('article'),
  loaded: () => list.childElementCount,
};

for await (const page of pages()) {
  list.append(
    ...page.map((entry) =>
      element(
        'li',
        {},
        element(
          'article',
          { className: 'entry' },
          element('p', {}, element('time', { dateTime: entry.created_at }, dateOf(entry))),
          element('h3', {}, entry.title),
          element('p', {}, entry.content),
          element(
            'div',
            { className: 'frame' },
            element('img', { loading: 'lazy', decoding: 'async', alt: '', src: entry.image.url }),
          ),
        ),
      ),
    ),
  );
}
