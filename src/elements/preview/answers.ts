/** The preview's responses in place of the service's. They pass the same checks as real ones. */
import type { Collection, RewardCode, RewardGrantClaim, TimelineEntry } from '../../api/models.ts';
import { sampleStories } from './sample-story.ts';

/** A host that can never exist (RFC 2606): not even a mistake could send anything to it. */
export const SERVICE = 'https://preview.invalid';

const CODE = 'SAMPLE-15';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** Milliseconds that a response takes, so that the merchant sees the loading text. */
const DELAY = 400;

/**
 * This file's URL in a variable, because bundlers would inline the pictures as data URLs, which `safeUrl()` drops. A bundler
 * that moves this module leaves the pictures behind, and their boxes empty.
 */
const moduleUrl: string = import.meta.url;

const picture = (name: string) => ({ url: new URL(`preview-${name}.svg`, moduleUrl).href });

const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

const storyIn = (language = '') => sampleStories[language] ?? sampleStories['en']!;

function collection(language?: string): Collection {
  const { name, description } = storyIn(language);
  return { name, description, slug: 'sample', launch_date: daysAgo(-7), image: picture('rail') };
}

function entries(language?: string): TimelineEntry[] {
  const media: Partial<TimelineEntry>[] = [
    { type: 'launch', created_at: daysAgo(1) },
    {
      type: 'making',
      created_at: daysAgo(9),
      gallery: [
        { ...picture('thread'), file_type: 'image', order: 1 },
        { ...picture('cloth'), file_type: 'image', order: 2 },
      ],
    },
    { type: 'material', created_at: daysAgo(34), location: 'Porto', image: picture('cloth') },
    { type: 'idea', created_at: daysAgo(80), image: picture('sketch') },
  ];
  return storyIn(language).entries.map(
    ([title, content], index) => ({ id: 4 - index, title, content, ...media[index] }) as TimelineEntry,
  );
}

/** One page of the timeline. */
function timeline(language: string | undefined, query: URLSearchParams) {
  const all = entries(language);
  if (query.get('order') === 'asc') all.reverse();
  const offset = Number(query.get('offset'));
  return { data: all.slice(offset, offset + Number(query.get('limit') ?? all.length)), pagination: {} };
}

const grant: RewardGrantClaim = {
  discountCode: CODE,
  codeType: 'unique_codes',
  valueType: 'percentage',
  value: 15,
  scope: 'sitewide',
};

const reserved = (): RewardCode => ({
  code: CODE,
  status: 'reserved',
  expiresAt: new Date(Date.now() + 30 * MINUTE).toISOString(),
});

/** Replaces `fetch`. Every email address and every code is accepted. */
export const answer: typeof fetch = async (input, init) => {
  // The timeline's language is the first folder of the path.
  const { pathname, searchParams } = new URL(input as string);
  const [, language] = pathname.split('/');
  let body: unknown = { success: true };
  if (/\/collections\/[^/]+$/.test(pathname)) body = collection(language);
  else if (pathname.endsWith('/timeline')) body = timeline(language, searchParams);
  else if (pathname.endsWith('/claim')) body = grant;
  else if (pathname.endsWith('/reserve')) body = reserved();
  if (init?.method !== 'GET') await new Promise((resolve) => setTimeout(resolve, DELAY));
  init?.signal?.throwIfAborted();
  return Response.json(body);
};
