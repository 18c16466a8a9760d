/** Registers `<reward-claim>` for the script tag whose loader it gets. */
import { RewardClaim } from '../elements/reward-claim/reward-claim.ts';
import { define } from '../elements/shared/define.ts';
import { addLoader } from '../elements/shared/lazy.ts';
import type { ModuleLoader } from '../elements/shared/settings.ts';

export function start(loader: ModuleLoader): void {
  // First: an element that is already on the page may load a module as soon as it is defined.
  addLoader(loader);
  define('reward-claim', RewardClaim);
}
