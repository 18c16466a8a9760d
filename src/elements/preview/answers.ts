/** What the service would answer, made up: every answer passes the same checks as a real one. */
import type { Collection, RewardCode, RewardGrantClaim, TimelineEntry } from '../../api/models.ts';
import { storyWords } from './story-words.ts';

/** A host that there is not, and will not be (RFC 2606): even a mistake could send nothing to it. */
export const SERVICE = 'https://preview.invalid';

/** A code that no shop has. */
const CODE = 'SAMPLE-15';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** How long an answer takes, in milliseconds, so that the merchant sees the words for the time between. */
const DELAY = 400;

/**
 * This file's own address, written so that no bundler makes the pictures beside it into data. One that puts this module
 * elsewhere leaves them behind, and their boxes empty.
 */
const here: string = import.meta.url;

/** The pictures stand beside this file, because only addresses on the web pass as pictures. */
const picture = (name: string) => ({ url: new URL(`preview-${name}.svg`, here).href });

const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

const wordsOf = (language = '') => storyWords[language] ?? storyWords['en']!;

function collection(language?: string): Collection {
  const { name, description } = wordsOf(language);
  return { name, description, slug: 'sample', launch_date: ago(-7), image: picture('rail') };
}

function entries(language?: string): TimelineEntry[] {
  const media: Partial<TimelineEntry>[] = [
    { type: 'launch', created_at: ago(1) },
    {
      type: 'making',
      created_at: ago(9),
      gallery: [
        { ...picture('thread'), file_type: 'image', order: 1 },
        { ...picture('cloth'), file_type: 'image', order: 2 },
      ],
    },
    { type: 'material', created_at: ago(34), location: 'Porto', image: picture('cloth') },
    { type: 'idea', created_at: ago(80), image: picture('sketch') },
  ];
  return wordsOf(language).entries.map(
    ([title, content], index) => ({ id: 4 - index, title, content, ...media[index] }) as TimelineEntry,
  );
}

/** A page of the story, as long as it was asked for. */
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

/** Answers as the service does, whatever is asked: any address and any code is the right one. It asks nobody. */
export const answer: typeof fetch = async (input, init) => {
  // The story's language is the first folder of the address.
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
