/** What the attributes mean that matter once there are entries, and what is said of wrong ones. */
import type { AttributeProblem } from '../shared/attributes.ts';
import { checkConsent } from '../shared/consent.ts';
import { safeUrl } from '../shared/safe-url.ts';
import type { CollectionTimeline } from './collection-timeline.ts';
import { type Grouping, groupings } from './dates.ts';
import { headerParts } from './entry.ts';

/** Seconds; less would be a burden on the service. */
export const LEAST_INTERVAL = 5;

const layouts = ['feed', 'compact', 'alternating', 'cards'] as const;
const orders = ['asc', 'desc'] as const;
const pagings = ['auto', 'button'] as const;

export const groupingOf = ({ groupBy }: CollectionTimeline): Grouping | undefined =>
  groupings.find((each) => each === groupBy);

/** The parts of the header that are asked for; none stands for all of them. */
export const shownParts = ({ showHeader }: CollectionTimeline): string[] => showHeader?.match(/\S+/g) ?? [];

/** What is wrong with the attributes that the element works without. */
export function checkMinor(element: CollectionTimeline): AttributeProblem | undefined {
  const { groupBy, layout, mapUrl, order, paging, refreshInterval, timeZone } = element;
  const isMinor = true;
  for (const [attribute, value, allowed] of [
    ['order', order, orders],
    ['layout', layout, layouts],
    ['group-by', groupBy, groupings],
    ['paging', paging, pagings],
  ] as const)
    if (value && !allowed.some((each) => each === value))
      return { attribute, allowed: allowed.join(' or '), isMinor };
  if (!((refreshInterval ?? LEAST_INTERVAL) >= LEAST_INTERVAL))
    return {
      attribute: 'refresh-interval',
      allowed: `a number of seconds, ${LEAST_INTERVAL} at least`,
      isMinor,
    };
  if (shownParts(element).some((part) => part !== 'none' && !headerParts.some((each) => each === part)))
    return { attribute: 'show-header', allowed: `none, or some of ${headerParts.join(' ')}`, isMinor };
  if (timeZone && !isTimeZone(timeZone))
    return { attribute: 'time-zone', allowed: 'an IANA time zone like Europe/Berlin', isMinor };
  if (mapUrl && !(mapUrl.includes('{location}') && safeUrl(mapUrl)))
    return { attribute: 'map-url', allowed: 'an http(s) address with {location} in it', isMinor };
  return checkConsent(element);
}

const timeZones = new Map<string, boolean>();

/** Asked at every drawing, and as slow as drawing an entry. */
export function isTimeZone(timeZone: string): boolean {
  if (!timeZones.has(timeZone))
    try {
      new Intl.DateTimeFormat('en', { timeZone });
      timeZones.set(timeZone, true);
    } catch {
      timeZones.set(timeZone, false);
    }
  return timeZones.get(timeZone)!;
}
