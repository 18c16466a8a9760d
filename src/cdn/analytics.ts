/**
 * Reports the elements' events to the shop's analytics, for a `type="module"` script tag with `data-to`. A script that
 * imports this one calls `startAnalytics` itself.
 */
import { type AnalyticsTarget, startAnalytics } from '../analytics/analytics.ts';
import { findTag, readTag } from './script-tag.ts';

const { to = '' } = readTag() as { to?: string };
const targets = to.split(/\s+/).filter(Boolean) as AnalyticsTarget[];
if (targets.length && targets.every((target) => ['shopify', 'data-layer'].includes(target)))
  startAnalytics({ to: targets });
else if (findTag()) console.warn('analytics.js: data-to must be shopify, data-layer, or both with a space.');

export { startAnalytics };
