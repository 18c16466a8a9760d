/** What the attributes mean that matter after the first look, and what is said of wrong ones. */
import { detectPlatform } from '../../platforms/detect.ts';
import type { PlatformName } from '../../platforms/platform.ts';
import { platformNames } from '../../platforms/platforms.ts';
import { checkCredentials } from '../account/session.ts';
import { allowed, checkTexts } from '../base/allowed.ts';
import type { AttributeProblem } from '../base/attributes.ts';
import { checkConsent } from '../base/consent.ts';
import { applyUrl, isCurrency } from './discount.ts';
import { claimProblems } from './reward-claim.controller.ts';
import type { ClaimHost } from './reward-claim.host.ts';

const platforms = ['auto', ...platformNames, 'none'];
const applies = ['click', 'after-claim', 'none'];

/** Shopify draws five at once at most: https://shopify.dev/docs/api/ajax/section-rendering */
const MAX_SECTIONS = 5;
const isSection = (id: string) => /^[\w-]+$/.test(id);
const listed = (text: string | null | undefined) => (text ?? '').split(/[\s,]+/).filter(Boolean);

/** The ids of the sections that shall be drawn again. */
export const sectionsOf = ({ cartSections }: ClaimHost): string[] =>
  listed(cartSections).filter(isSection).slice(0, MAX_SECTIONS);

/** The shop system of the page, where the embedder wants codes in its cart. */
export function platformOf({ apply, platform }: ClaimHost): PlatformName | undefined {
  if (apply === 'none' || platform === 'none') return undefined;
  return platformNames.find((name) => name === platform) ?? detectPlatform();
}

export function explain({ token }: ClaimHost, attribute: string): string {
  if (attribute === 'code-id') return 'given with reward-id';
  if (attribute !== 'token') return allowed[attribute]!;
  return token ? 'a grant token of 16 to 200 characters' : 'given, or token-param, or reward-id with code-id';
}

/** What is wrong with the attributes that the element works without. */
export function checkMinor(host: ClaimHost): AttributeProblem | undefined {
  const problem = findProblem(host);
  if (!problem) return checkCredentials(host) ?? checkConsent(host) ?? checkTexts(host);
  const [attribute, must] = problem;
  return { attribute, allowed: must, isMinor: true };
}

function findProblem(host: ClaimHost): [attribute: string, allowed: string] | undefined {
  const { apply, applyHosts, applyUrl: template, cartSections, errorMap, money, platform } = host;
  if (money && !isCurrency(money)) return ['currency', 'an ISO 4217 code such as EUR'];
  if (template && !applyUrl(template, 'CODE', applyHosts ?? ''))
    return ['apply-url', 'an address of this site, or of a host in apply-hosts'];
  if (!platforms.includes(platform || 'auto')) return ['platform', `one of ${platforms.join(', ')}`];
  if (!applies.includes(apply || 'click')) return ['apply', `one of ${applies.join(', ')}`];
  const sections = listed(cartSections);
  if (!sections.every(isSection) || sections.length > MAX_SECTIONS)
    return ['cart-sections', `up to ${MAX_SECTIONS} ids of Shopify sections, separated by spaces`];
  if (!Object.values(errorMap ?? {}).every((problem) => claimProblems.includes(problem)))
    return ['error-map', `a JSON object of ${claimProblems.join(', ')}`];
  return undefined;
}
