/** The scripts of Auth0's CDN: the configuration of a client with a login by mailed code, and its texts. */
import { createRequire } from 'node:module';
import type { Service } from './service.ts';

const client = {
  id: 'benchClient',
  tenant: 'bench',
  subscription: 'enterprise',
  allowed: [],
  callback: '',
  hasAllowedOrigins: true,
  strategies: [{ name: 'email', connections: [{ name: 'email' }] }],
};

const require = createRequire(import.meta.url);

const script = (body: string) => ({ type: 'text/javascript', body });

export const auth0: Service = {
  answer: ({ url: { pathname } }) => {
    if (pathname.endsWith(`/client/${client.id}.js`))
      return script(`Auth0.setClient(${JSON.stringify(client)});`);
    if (!pathname.endsWith('/en.js')) return undefined;
    const { default: words } = require('auth0-lock/lib/i18n/en.js') as { default: unknown };
    return script(`Auth0.registerLanguageDictionary('en', ${JSON.stringify(words)});`);
  },
};
