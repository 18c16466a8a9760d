/** The optional attributes of a timeline. They matter only once there are entries. */
import { type AttributeProblem, checkCommon } from '../shared/attributes.ts';
import { checkConsent } from '../shared/consent.ts';
import { safeUrl } from '../shared/safe-url.ts';
import { checkMediaTexts } from './page-texts.ts';
import type { TimelineHost } from './timeline-host.ts';
import {
  type Grouping,
  groupings,
  isLimit,
  layouts,
  MAX_LIMIT,
  orders,
  pagings,
  type ViewSettings,
} from './timeline-settings.ts';

/** Seconds; a shorter interval would burden the service. */
export const MIN_REFRESH_INTERVAL = 5;

export const headerSections = ['media', 'name', 'description', 'launch-date', 'keywords'] as const;

export const groupingOf = ({ groupBy }: ViewSettings): Grouping | undefined =>
  groupings.find((each) => each === groupBy);

/** The requested sections of the header; an empty list stands for all. */
export const sectionsOf = ({ showHeader }: ViewSettings): string[] => showHeader?.match(/\S+/g) ?? [];

/** The first problem. */
export function checkOptionalAttributes(host: TimelineHost): AttributeProblem | undefined {
  const { groupBy, layout, mapUrl, paging, refreshInterval, timeZone } = host;
  const { collection } = host.list;
  if (
    host.service &&
    host.collectionId &&
    collection &&
    !(collection.slug || host.collectionSlug || host.tokenId)
  )
    return {
      attribute: 'collection-slug',
      allowed: 'given, or token-id, because the collection has no slug',
    };
  if (!isLimit(host.limit)) return { attribute: 'limit', allowed: `a number from 1 to ${MAX_LIMIT}` };
  for (const [attribute, value, allowed] of [
    ['order', host.order, orders],
    ['layout', layout, layouts],
    ['group-by', groupBy, groupings],
    ['paging', paging, pagings],
  ] as const)
    if (value && !allowed.some((each) => each === value)) return { attribute, allowed: allowed.join(' or ') };
  if (!((refreshInterval ?? MIN_REFRESH_INTERVAL) >= MIN_REFRESH_INTERVAL))
    return {
      attribute: 'refresh-interval',
      allowed: `a number of seconds, ${MIN_REFRESH_INTERVAL} at least`,
    };
  if (sectionsOf(host).some((each) => each !== 'none' && !headerSections.some((section) => section === each)))
    return { attribute: 'show-header', allowed: `none, or some of ${headerSections.join(' ')}` };
  if (timeZone && !isTimeZone(timeZone))
    return { attribute: 'time-zone', allowed: 'an IANA time zone like Europe/Berlin' };
  if (mapUrl && !(mapUrl.includes('{location}') && safeUrl(mapUrl)))
    return { attribute: 'map-url', allowed: 'an http(s) address with {location} in it' };
  return checkConsent(host) ?? host.provided.collectionProblem ?? checkMediaTexts(host) ?? checkCommon(host);
}

const timeZones = new Map<string, boolean>();

/** Cached, because every drawing calls it, and it takes as long as drawing an entry. */
export function isTimeZone(timeZone: string): boolean {
  let isKnown = timeZones.get(timeZone);
  if (isKnown === undefined) {
    try {
      new Intl.DateTimeFormat('en', { timeZone });
      isKnown = true;
    } catch {
      isKnown = false;
    }
    timeZones.set(timeZone, isKnown);
  }
  return isKnown;
}
