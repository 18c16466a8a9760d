/** SuperTokens’ core: nobody is logged in. */
import { json, type Service } from './service.ts';

export const supertokens: Service = {
  answer: ({ url: { pathname } }) =>
    pathname.endsWith('/session/refresh') ? json({ message: 'unauthorised' }, 401) : undefined,
};
