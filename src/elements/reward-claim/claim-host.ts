import type { Words } from '../../locales/en.ts';
import type { rewardClaim } from '../../locales/en/reward-claim.ts';
import type { PlatformName } from '../../platforms/platform.ts';
import type { Maybe, Texts } from '../shared/attributes.ts';
import type { Action } from '../shared/flow-element.ts';
import type { ElementHost } from '../shared/storefront-element.ts';
import type { ErrorMap } from './claim-problem.ts';

/** The words of all steps. */
export type ClaimWords = Words['rewardClaim'] & Words['common'];

/** `<reward-claim>` as its flow sees it: its attributes, and their meaning before anything is claimed. */
export interface ClaimHost extends ElementHost<typeof rewardClaim> {
  readonly baseUrl: Maybe<string>;
  readonly token: Maybe<string>;
  readonly tokenParam: Maybe<string>;
  readonly rewardId: Maybe<string>;
  readonly codeId: Maybe<string>;
  readonly autoClaim: boolean;
  readonly currency: Maybe<string>;
  readonly minorUnits: boolean;
  readonly platform: Maybe<PlatformName | 'auto' | 'none'>;
  readonly apply: Maybe<'click' | 'after-claim' | 'none'>;
  readonly cartSections: Maybe<string>;
  readonly cartReload: boolean;
  readonly applyUrl: Maybe<string>;
  readonly applyHosts: Maybe<string>;
  readonly errorMap: ErrorMap;
  readonly words: Texts;
  readonly noStorage: boolean;
  /** The token to claim, from the attribute or from a link; empty if there is none. */
  readonly grantToken: string;
  /** Identifies the reward that a press claims. */
  readonly target: string;
  /** Whether a link contained an invalid token. */
  readonly isLinkBroken: boolean;
  readonly needsLogin: boolean;
  /** The action whose outcomes have reserved space. */
  readonly room: Action | undefined;
}
