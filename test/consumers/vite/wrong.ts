// Each line that ends in "wrong" is an error, and no other is: a test holds that.
import type { CollectionTimeline } from 'storefront-elements';
import 'storefront-elements/define';

const login = document.createElement('otp-login');
const claim = document.querySelector('reward-claim')!;
const timeline = document.querySelector('collection-timeline')!;

login.codeLength = 6;
login.codeLength = 'six'; // wrong
login.codeMode = 'digits'; // wrong
login.noStorage = 'no'; // wrong
login.words = 'Members'; // wrong
login.expiry = 600; // wrong
login.addEventListener('otp-login-success', ({ email }) => email.trim());
login.addEventListener('otp-login-success', ({ token }) => token); // wrong
document.addEventListener('otp-login-success', ({ email }) => email.trim());
window.addEventListener('collection-timeline-load', ({ email }) => email); // wrong
claim.errorMap = { gone: 'expired' };
claim.errorMap = { gone: 'away' }; // wrong
timeline.entries = [{ type: 'note', created_at: '2026-01-10' }]; // wrong
export const other: CollectionTimeline = login; // wrong
