/** Registers the three elements. */
import './elements/otp-login/define.ts';
import './elements/reward-claim/define.ts';
import './elements/collection-timeline/define.ts';
