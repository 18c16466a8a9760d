/** TimelineJS: takes all events at once, so the pages are collected first. */
import { Timeline } from '@knight-lab/timelinejs';
import '@knight-lab/timelinejs/dist/css/timeline.css';
import { dateOf, pages, root } from './common.js';

const dateParts = (created_at) => {
  const date = new Date(created_at);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
  };
};

const events = [];
for await (const page of pages())
  events.push(
    ...page.map(({ id, title, content, created_at, image }) => ({
      unique_id: String(id),
      start_date: { ...dateParts(created_at), display_date: dateOf({ created_at }) },
      text: { headline: title, text: content },
      media: { url: image.url },
    })),
  );

// It fills the height that it is given, as its documentation shows.
root.style.height = '100vh';
// No font: the default one comes from Google.
const timeline = new Timeline(root, { events }, { font: null });
let ready = false;
timeline.on('loaded', () => (ready = true));

globalThis.contestant = {
  first: () => ready && root.querySelector('.tl-slide .tl-text-content'),
  loaded: () => (ready ? timeline.config.events.length : 0),
  /** Its slides move sideways; it is told to go to another one in every frame, as fast as a held arrow key. */
  move: (fraction) => timeline.goTo(Math.round(fraction * (events.length - 1))),
};
