import { define } from '../base/define.ts';
import { RewardClaim } from './reward-claim.ts';

define('reward-claim', RewardClaim);
