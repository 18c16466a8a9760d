import { killedClaim } from './killed-claim.ts';
import { direct } from './way.ts';

killedClaim(direct);
