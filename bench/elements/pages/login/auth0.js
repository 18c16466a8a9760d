/** Auth0 Lock: its login by a mailed code, in a place of the page. */
import { Auth0LockPasswordless } from 'auth0-lock';

const service = `${location.origin}/service/auth0-lock`;

new Auth0LockPasswordless('benchClient', 'bench.eu.auth0.com', {
  container: 'login',
  passwordlessMethod: 'code',
  configurationBaseUrl: service,
  languageBaseUrl: service,
  // Else it asks its cloud for an earlier login, and waits for the answer.
  rememberLastLogin: false,
}).show();
