import { Task, TaskStatus } from '@lit/task';
import type { ReactiveControllerHost } from 'lit';
import type { Client } from '../../api/client.ts';
import { type ApiError, isServiceError } from '../../api/errors.ts';
import type { RewardGrantClaim } from '../../api/models.ts';
import { claimRewardGrant } from '../../api/rewards.ts';

/** What the controller asks of its element, and tells it. */
interface ClaimHooks {
  /** Undefined while the attributes are wrong. */
  client: () => Client | undefined;
  token: () => string;
  claimed: (result: RewardGrantClaim) => void;
  failed: (error: ApiError) => void;
}

/** Decides what happens between a grant's token and its discount. It knows no DOM. */
export class RewardClaimController {
  readonly #hooks: ClaimHooks;
  readonly #claim: Task<[Client, string], RewardGrantClaim>;
  /** The token that the task ran for: under another one its result must not be shown. */
  #token = '';
  /** Whether the service may have granted it in a try whose answer was lost. */
  #open = false;

  constructor(host: ReactiveControllerHost, hooks: ClaimHooks) {
    this.#hooks = hooks;
    this.#claim = new Task(host, {
      autoRun: false,
      // Not aborted when the element goes: the service may have granted the reward already, and its answer is
      // then the only way to the code.
      task: ([client, token]) => claimRewardGrant(client, token),
    });
  }

  /** Also while the claim of an earlier token is under way: one at a time. */
  get claiming(): boolean {
    return this.#claim.status === TaskStatus.PENDING;
  }

  /** The claim result, once the service granted the reward. It stays when the page takes the token away. */
  get result(): RewardGrantClaim | undefined {
    const token = this.#hooks.token();
    const isShown = !token || token === this.#token;
    return isShown && this.#claim.status === TaskStatus.COMPLETE ? this.#claim.value : undefined;
  }

  get error(): ApiError | undefined {
    const isShown = this.#token === this.#hooks.token();
    return isShown && this.#claim.status === TaskStatus.ERROR ? (this.#claim.error as ApiError) : undefined;
  }

  /** Whether the service refused, and would refuse again. */
  get refused(): boolean {
    const { error } = this;
    // A missing permission or a page of some proxy says nothing about the reward; too many requests pass.
    return isServiceError(error) && isRefusal(error) && ![401, 403, 408, 429].includes(error.status ?? 0);
  }

  /** Whether nobody knows what became of the claim: no answer, one that cannot be read, or a server's own trouble. */
  get unconfirmed(): boolean {
    return Boolean(this.error && !isRefusal(this.error));
  }

  /** Whether the refusal may be the echo of an earlier try whose answer was lost. */
  get perhapsClaimed(): boolean {
    return this.#open && this.refused;
  }

  async claim(): Promise<void> {
    const client = this.#hooks.client();
    const token = this.#hooks.token();
    if (!client || this.result || this.claiming) return;
    if (token !== this.#token) this.#open = false;
    this.#token = token;
    await this.#claim.run([client, token]);
    if (this.#claim.status === TaskStatus.COMPLETE) {
      this.#hooks.claimed(this.#claim.value!);
    } else {
      const error = this.#claim.error as ApiError;
      this.#open ||= !isRefusal(error);
      this.#hooks.failed(error);
    }
  }
}

/** Only an answer of the 4xx kind says that nothing was granted. */
const isRefusal = ({ status = 0 }: ApiError) => status >= 400 && status < 500;
