/** Logins by a one-time code or the closest equivalent, and fields for a code alone. */
import { auth0 } from '../services/auth0.ts';
import { clerk } from '../services/clerk.ts';
import { hanko } from '../services/hanko.ts';
import { supertokens } from '../services/supertokens.ts';
import type { Contestant, Use } from './contestant.ts';

const place: Contestant['body'] = () => '<div id="login"></div>';
const ours: Contestant['body'] = () => '<otp-login base-url="/apps/rewards"></otp-login>';
const OURS_SEEN = 'otp-login >>> input[type=email]';
const OURS_USE = {
  field: OURS_SEEN,
  button: 'otp-login >>> button[part=button]',
  next: 'otp-login >>> input[autocomplete=one-time-code]',
};

const useOf = (tag: string): Use => ({
  field: `${tag} >>> input[type=email]`,
  button: `${tag} >>> .button`,
  next: `${tag} >>> input[name=code]`,
});

const useOfKit = (kit: string): Use => ({
  field: `#login ${kit}-input`,
  button: `#login ${kit}-button`,
  next: `#login ${kit}-input[type=text]`,
});

export const logins: Contestant[] = [
  {
    name: 'vanilla-login',
    group: 'login',
    kind: 'floor',
    page: 'login/vanilla.js',
    body: () => '<vanilla-login></vanilla-login>',
    seen: 'vanilla-login >>> input[type=email]',
    use: useOf('vanilla-login'),
  },
  {
    name: 'lit-login',
    group: 'login',
    kind: 'lit-floor',
    page: 'login/lit.js',
    body: () => '<lit-login></lit-login>',
    seen: 'lit-login >>> input[type=email]',
    use: useOf('lit-login'),
    remark: 'what `vanilla-login` shows and does, drawn by Lit',
  },
  {
    name: 'otp-login',
    group: 'login',
    kind: 'ours',
    script: '/cdn/otp-login.js',
    body: ours,
    seen: OURS_SEEN,
    use: OURS_USE,
  },
  {
    name: 'otp-login-preloaded',
    group: 'login',
    kind: 'variant',
    script: '/cdn/otp-login.js',
    body: ours,
    seen: OURS_SEEN,
    use: OURS_USE,
    isPreloaded: true,
    remark: 'the same element with the quick start’s preload lines',
  },
  {
    name: 'otp-login-by-loader',
    group: 'login',
    kind: 'variant',
    script: '/cdn/loader.js',
    body: ours,
    seen: OURS_SEEN,
    use: OURS_USE,
    remark: 'the same element, loaded by `loader.js`',
  },
  {
    name: 'hanko-elements',
    group: 'login',
    kind: 'peer',
    page: 'login/hanko.js',
    body: () => '<hanko-auth></hanko-auth>',
    seen: 'hanko-auth >>> input',
    packages: ['@teamhanko/hanko-elements'],
    service: hanko,
  },
  {
    name: 'descope',
    group: 'login',
    kind: 'peer',
    page: 'login/descope.js',
    body: () =>
      '<descope-wc project-id="P2bench0000000000000000000000" flow-id="sign-up-or-in"></descope-wc>',
    seen: 'descope-wc >>> input',
    packages: ['@descope/web-component'],
    remark:
      'its fields come from its cloud, where they are designed, and cannot be had without it. The measurements show its package until it gives up; its cloud would add the fields’ own code',
  },
  {
    name: 'clerk-js',
    group: 'login',
    kind: 'peer',
    page: 'login/clerk.js',
    body: place,
    seen: '#login input',
    packages: ['@clerk/clerk-js', '@clerk/ui', 'react'],
    service: clerk,
    remark: 'with `@clerk/ui`, which its forms have moved to',
  },
  {
    name: 'supertokens',
    group: 'login',
    kind: 'peer',
    page: 'login/supertokens.js',
    body: place,
    seen: '#supertokens-root >>> input',
    packages: ['supertokens-auth-react', 'supertokens-web-js', 'react'],
    service: supertokens,
  },
  {
    name: 'auth0-lock',
    group: 'login',
    kind: 'peer',
    page: 'login/auth0.js',
    body: place,
    seen: '#login input',
    packages: ['auth0-lock'],
    remark: 'without its question for an earlier login, which only its cloud can answer',
    alias: { react: 'auth0-lock/node_modules/react', 'react-dom': 'auth0-lock/node_modules/react-dom' },
    service: auth0,
  },
  {
    name: 'ionic-input-otp',
    group: 'login',
    kind: 'peer',
    page: 'login/ionic.js',
    body: place,
    seen: '#login ion-input-otp input',
    packages: ['@ionic/core'],
    remark: 'the field for the code alone, with a button',
  },
  {
    name: 'input-otp',
    group: 'login',
    kind: 'peer',
    page: 'login/input-otp.js',
    body: place,
    seen: '#login .slot',
    packages: ['input-otp', 'react'],
    remark: 'the field for the code alone, with a button',
  },
  {
    name: 'salla-verify',
    group: 'login',
    kind: 'peer',
    page: 'login/salla.js',
    body: () => '<salla-verify display="inline" type="email"></salla-verify>',
    seen: 'salla-verify input',
    packages: ['@salla.sa/twilight-components'],
    remark:
      'the field for the code alone, with its buttons. Its words come from its cloud; here their names stand in their place',
  },
  {
    name: 'webawesome-login',
    group: 'login',
    kind: 'peer',
    page: 'login/webawesome.js',
    body: place,
    seen: '#login wa-input >>> input',
    use: useOfKit('wa'),
    isKit: true,
    packages: ['@awesome.me/webawesome'],
    remark: 'built from its card, field and button, without states of its own',
  },
  {
    name: 'shoelace-login',
    group: 'login',
    kind: 'peer',
    page: 'login/shoelace.js',
    body: place,
    seen: '#login sl-input >>> input',
    use: useOfKit('sl'),
    isKit: true,
    packages: ['@shoelace-style/shoelace'],
    remark: 'built from its card, field and button, without states of its own',
  },
];
