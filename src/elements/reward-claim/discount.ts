/** What a reward is worth, in words, and where it is used. */
import type { RewardGrantClaim } from '../../api/models.ts';
import type { Words } from '../../locales/en.ts';
import { fill } from '../shared/format.ts';
import { safeUrl } from '../shared/safe-url.ts';

export interface Money {
  language: string;
  /** ISO 4217; without it no amount is shown, because the service names none. */
  currency: string;
  /** Whether amounts are in the currency's smallest unit, such as cents. */
  isMinor: boolean;
}

type RewardWords = Words['rewardClaim'];

const scopes = ['sitewide', 'collection', 'product', 'variant'] as const;

/** What the reward is, in words that stay true when the service sends a value that the document does not list. */
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

/** What it is for, where the service says so in a word that the document lists. */
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
    // €15, not €15.00, which reads like a price.
    trailingZeroDisplay: 'stripIfInteger',
  });
  const digits = isMinor ? (format.resolvedOptions().maximumFractionDigits ?? 0) : 0;
  return format.format(value / 10 ** digits);
}

/**
 * The address that uses a code: `{code}` and `{path}` (where the shopper is) in a template of the embedder. Undefined
 * where it would lead to another host than the page's own or one of `hosts`, or needs a code and there is none.
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

/** A lone surrogate cannot be in an address; one that is left out makes a wrong link, not a drawing that throws. */
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''));
