/** Clerk's frontend API: nobody is logged in, and everybody may log in with a mailed code. */
import { json, type Service } from './service.ts';

const attribute = (isUsed: boolean) => ({
  enabled: isUsed,
  required: isUsed,
  used_for_first_factor: isUsed,
  first_factors: isUsed ? ['email_code'] : [],
  used_for_second_factor: false,
  second_factors: [],
  verifications: isUsed ? ['email_code'] : [],
  verify_at_sign_up: isUsed,
});

const userSettings = {
  attributes: Object.fromEntries(
    [
      'email_address',
      'phone_number',
      'username',
      'first_name',
      'last_name',
      'password',
      'web3_wallet',
      'authenticator_app',
      'backup_code',
      'passkey',
    ].map((name) => [name, { ...attribute(name === 'email_address'), name }]),
  ),
  social: {},
  actions: { delete_self: true, create_organization: false },
  enterprise_sso: { enabled: false, self_serve_sso: false, self_serve_directory_sync: false },
  sign_in: { second_factor: { required: false, enabled: false } },
  sign_up: {
    allowlist_only: false,
    progressive: true,
    captcha_enabled: false,
    mode: 'public',
    legal_consent_enabled: false,
  },
  password_settings: { min_length: 8, max_length: 72 },
  passkey_settings: { allow_autofill: false, show_sign_in_button: false },
  username_settings: { min_length: 4, max_length: 64 },
};

const environment = {
  object: 'environment',
  id: 'env_bench',
  auth_config: { object: 'auth_config', id: 'aconf_bench', single_session_mode: true, reverification: false },
  display_config: {
    object: 'display_config',
    id: 'display_config_bench',
    application_name: 'Bench',
    branded: false,
    captcha_provider: 'turnstile',
    captcha_widget_type: 'invisible',
    home_url: '/',
    instance_environment_type: 'production',
    logo_image_url: '',
    favicon_image_url: '',
    preferred_sign_in_strategy: 'otp',
    sign_in_url: '/',
    sign_up_url: '/',
    theme: {},
  },
  user_settings: userSettings,
  organization_settings: { enabled: false, max_allowed_memberships: 1, actions: {}, domains: {}, slug: {} },
  commerce_settings: { billing: { organization: {}, user: {} } },
  api_keys_settings: {},
  protect_config: {},
  maintenance_mode: false,
};

const client = {
  object: 'client',
  id: 'client_bench',
  sessions: [],
  sign_in: null,
  sign_up: null,
  last_active_session_id: null,
  created_at: 1_750_000_000_000,
  updated_at: 1_750_000_000_000,
};

export const clerk: Service = {
  hosts: ['https://clerk.bench.example/*'],
  answer: ({ url: { pathname } }) => {
    if (pathname.endsWith('/v1/environment')) return json(environment);
    return pathname.endsWith('/v1/client') ? json({ response: client, client: null }) : undefined;
  },
};
