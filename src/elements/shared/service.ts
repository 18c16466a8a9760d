import { isApiKey, resolveBaseUrl } from '../../api/service-address.ts';
import type { AttributeProblem, Maybe } from './attributes.ts';
import { defaults } from './settings.ts';

/** A service whose address and key have been checked. */
export interface Service {
  baseUrl: string;
  apiKey: string;
}

/** The service of an element: its own attributes, else the defaults of the page; or the problem with them. */
export function findService(own: {
  baseUrl: Maybe<string>;
  apiKey: Maybe<string>;
}): Service | AttributeProblem {
  const page = defaults();
  const baseUrl = resolveBaseUrl(own.baseUrl || page.baseUrl);
  // The page's key is only for the page's service.
  const isPageService = !own.baseUrl || !page.baseUrl || baseUrl === resolveBaseUrl(page.baseUrl);
  const apiKey = own.apiKey || (isPageService && page.apiKey) || '';
  if (!baseUrl) return { attribute: 'base-url' };
  // Every path of the service document begins with /v1.
  if (baseUrl.endsWith('/v1'))
    return { attribute: 'base-url', allowed: `without /v1: ${baseUrl.slice(0, -3)}` };
  return isApiKey(apiKey) ? { baseUrl, apiKey } : { attribute: 'api-key' };
}
