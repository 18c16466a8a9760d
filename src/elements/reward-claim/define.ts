import { define } from '../shared/define.ts';
import { RewardClaim } from './reward-claim.ts';

define('reward-claim', RewardClaim);

// With the effect come the types: of the tag, and of its events.
export type * from './reward-claim.ts';
