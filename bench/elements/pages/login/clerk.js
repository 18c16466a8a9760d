/** Clerk: its documentation's set-up for pages without a framework. */
import { Clerk } from '@clerk/clerk-js';
import { ui } from '@clerk/ui';

// A publishable key is the address of the frontend API.
const clerk = new Clerk(`pk_live_${btoa('clerk.bench.example$')}`);
await clerk.load({ ui });
clerk.mountSignIn(document.getElementById('login'));
