import { define } from '../shared/define.ts';
import { RewardClaim } from './reward-claim.ts';

define('reward-claim', RewardClaim);

// Exports the types of the tag and its events too.
export type * from './reward-claim.ts';
