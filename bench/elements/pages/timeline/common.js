/** What the pages of all contestants but ours share: the way to the entries, and how a date is written. */
import './common.css';

export const root = document.getElementById('timeline');

const { sandbox, key, slug, limit } = root.dataset;

/** The service's pages one after the other, until one is not full. Ours does the same by itself. */
export async function* pages() {
  for (let offset = 0; ; offset += Number(limit)) {
    const url = new URL('/v1/timeline', sandbox);
    url.search = new URLSearchParams({ collection_slug: slug, limit, offset });
    const response = await fetch(url, { headers: { 'x-api-key': key } });
    if (!response.ok) throw new Error(`The sandbox answered ${response.status}.`);
    const { data } = await response.json();
    if (data.length) yield data;
    if (data.length < limit) return;
  }
}

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'long' });

export const dateOf = ({ created_at }) => dates.format(new Date(created_at));
