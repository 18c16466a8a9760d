/** The value of a reward in words, its scope, and the URL that uses its code. */
import type { RewardGrantClaim } from '../../api/models.ts';
import type { Words } from '../../locales/en.ts';
import { fill } from '../shared/format.ts';
import { safeUrl } from '../shared/safe-url.ts';

export interface Money {
  language: string;
  /** ISO 4217. The service names none; if it is empty, no amount is shown. */
  currency: string;
  /** Whether amounts are in the currency's smallest unit, such as cents. */
  isMinor: boolean;
}

type RewardWords = Words['rewardClaim'];

const scopes = ['sitewide', 'collection', 'product', 'variant'] as const;

/** The words stay correct if the service sends a value that its document does not list. */
export function describeReward({ valueType, value }: RewardGrantClaim, t: RewardWords, money: Money): string {
  if (valueType === 'gated_content') return t.gatedContent;
  let reward = t.reward;
  if (valueType === 'free_shipping') reward = t.freeShipping;
  if (typeof value === 'number') {
    if (valueType === 'percentage')
      reward = fill(t.percentage, { value: formatPercent(value, money.language) });
    if (valueType === 'fixed_amount' && money.currency)
      reward = fill(t.amount, { value: formatMoney(value, money) });
  }
  return reward;
}

/** The products or orders that the reward applies to; empty for a scope that the service document does not list. */
export function describeScope({ scope, valueType }: RewardGrantClaim, t: RewardWords): string {
  const known = scopes.find((name) => name === scope);
  return known && valueType !== 'gated_content' ? t[known] : '';
}

const formatPercent = (value: number, language: string) =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(value / 100);

export const isCurrency = (currency: string): boolean => /^[a-z]{3}$/i.test(currency);

function formatMoney(value: number, { language, currency, isMinor }: Money): string {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    // €15, because €15.00 reads like a price.
    trailingZeroDisplay: 'stripIfInteger',
  });
  const digits = isMinor ? (format.resolvedOptions().maximumFractionDigits ?? 0) : 0;
  return format.format(value / 10 ** digits);
}

/**
 * The URL that uses a code, from the embedder's template with `{code}` and `{path}` (the current page). Undefined if it
 * would lead to a host other than the page's own or one of `hosts`, or if it needs a code and there is none.
 */
export function applyUrl(template: string, code: string, hosts: string): string | undefined {
  if (!code && template.includes('{code}')) return undefined;
  const values = { code, path: location.pathname.replace(/^\/+/, '/') + location.search };
  const url = safeUrl(
    template.replace(/\{(code|path)\}/g, (_, name: keyof typeof values) => encode(values[name])),
  );
  if (!url) return undefined;
  const { origin, host } = new URL(url);
  return origin === location.origin || hosts.split(/[\s,]+/).includes(host) ? url : undefined;
}

/** Removes lone surrogates: encoding one would throw, so no reward would be drawn. Now only the link is wrong. */
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''));
