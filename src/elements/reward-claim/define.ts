import { define } from '../shared/define.ts';
import { RewardClaim } from './reward-claim.ts';

define('reward-claim', RewardClaim);

// Also the types of the tag and its events.
export type * from './reward-claim.ts';
