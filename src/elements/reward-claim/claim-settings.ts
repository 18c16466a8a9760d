/** The meaning of attributes that matter after the first step, and the checks of optional ones. */
import { resolveBaseUrl } from '../../api/service-address.ts';
import { detectPlatform } from '../../platforms/detect.ts';
import type { PlatformName } from '../../platforms/platform.ts';
import { platformNames } from '../../platforms/platforms.ts';
import { allowedFor as commonAllowedFor, type AttributeProblem, checkCommon } from '../shared/attributes.ts';
import { checkConsent } from '../shared/consent.ts';
import { checkCredentials } from '../shared/session.ts';
import { defaults } from '../shared/settings.ts';
import type { ClaimHost } from './claim-host.ts';
import { claimProblems } from './claim-problem.ts';
import { applyUrl, isCurrency } from './discount.ts';

const platformValues = ['auto', ...platformNames, 'none'];
const applyValues = ['click', 'after-claim', 'none'];

/** Shopify renders at most five at once: https://shopify.dev/docs/api/ajax/section-rendering */
const MAX_SECTIONS = 5;
const listOf = (text: string | null | undefined) => (text ?? '').split(/[\s,]+/).filter(Boolean);

/** `id`, `id=selector` or `=selector`. */
function isSection(entry: string): boolean {
  const [, id, selector] = /^([\w-]*)(?:=(.+))?$/.exec(entry) ?? [];
  try {
    return Boolean(selector ? document.createDocumentFragment().querySelector(selector) === null : id);
  } catch {
    return false;
  }
}

/** The parts of a Shopify theme to render again. */
export const sectionsOf = ({ cartSections }: ClaimHost): string[] =>
  listOf(cartSections).filter(isSection).slice(0, MAX_SECTIONS);

/** The shop system whose cart accepts the codes; undefined if there is none, or the embedder wants none. */
export function platformOf({ apply, platform }: ClaimHost): PlatformName | undefined {
  if (apply === 'none' || platform === 'none') return undefined;
  return platformNames.find((name) => name === platform) ?? detectPlatform();
}

/** The currency of fixed amounts that the embedder set; empty without one. */
export const currencyOf = ({ currency }: ClaimHost): string => currency || defaults().currency || '';

/** The allowed base URLs for a link's token. */
const TRUSTED =
  'on the origin of the page, or the same as data-base-url of the script tag or baseUrl of configure(), ' +
  'because token-param takes the token from the address of the page';

export function allowedFor({ baseUrl, token }: ClaimHost, attribute: string): string | undefined {
  if (attribute === 'base-url' && resolveBaseUrl(baseUrl)) return TRUSTED;
  if (attribute === 'code-id') return 'given with reward-id';
  if (attribute !== 'token') return commonAllowedFor(attribute);
  return token ? 'a grant token of 16 to 200 characters' : 'given, or token-param, or reward-id with code-id';
}

/** The first problem with the optional attributes. */
export function checkOptional(host: ClaimHost): AttributeProblem | undefined {
  const problem = findProblem(host);
  return problem ? { ...problem } : (checkCredentials(host) ?? checkConsent(host) ?? checkCommon(host));
}

function findProblem(host: ClaimHost): Pick<AttributeProblem, 'attribute' | 'allowed'> | undefined {
  const { apply, applyHosts, applyUrl: template, cartSections, errorMap, platform } = host;
  const currency = currencyOf(host);
  if (currency && !isCurrency(currency))
    return { attribute: 'currency', allowed: 'an ISO 4217 code such as EUR' };
  if (template && !applyUrl(template, 'CODE', applyHosts ?? ''))
    return { attribute: 'apply-url', allowed: 'an address of this site, or of a host in apply-hosts' };
  if (!platformValues.includes(platform || 'auto'))
    return { attribute: 'platform', allowed: `one of ${platformValues.join(', ')}` };
  if (!applyValues.includes(apply || 'click'))
    return { attribute: 'apply', allowed: `one of ${applyValues.join(', ')}` };
  const sections = listOf(cartSections);
  if (!sections.every(isSection) || sections.length > MAX_SECTIONS)
    return {
      attribute: 'cart-sections',
      allowed: `up to ${MAX_SECTIONS} ids of Shopify sections or id=selector, separated by spaces`,
    };
  if (!Object.values(errorMap ?? {}).every((problem) => claimProblems.includes(problem)))
    return { attribute: 'error-map', allowed: `a JSON object of ${claimProblems.join(', ')}` };
  return undefined;
}
