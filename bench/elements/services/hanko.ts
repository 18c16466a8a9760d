/** Hanko's flow API, as far as the first step of a login: an email address, and a code by mail. */
import { json, type Service } from './service.ts';

const href = (action: string) => `/login?action=${action}%40bench`;

const input = (name: string, type: string, required: boolean) => ({ name, type, required });

const state = (name: string, actions: Record<string, ReturnType<typeof input>[]>) =>
  json({
    name,
    status: 200,
    csrf_token: 'bench',
    payload: {},
    actions: Object.fromEntries(
      Object.entries(actions).map(([action, inputs]) => [
        action,
        {
          action,
          href: href(action),
          description: '',
          inputs: Object.fromEntries(inputs.map((each) => [each.name, each])),
        },
      ]),
    ),
    links: [],
  });

export const hanko: Service = {
  answer: ({ url: { pathname, searchParams } }) => {
    if (!pathname.endsWith('/login')) return undefined;
    if (!searchParams.has('action'))
      return state('preflight', {
        register_client_capabilities: [
          input('webauthn_available', 'boolean', true),
          input('webauthn_conditional_mediation_available', 'boolean', false),
          input('webauthn_platform_authenticator_available', 'boolean', false),
        ],
      });
    return state('login_init', {
      continue_with_login_identifier: [input('email', 'email', true)],
    });
  },
};
