import { Task, TaskStatus } from '@lit/task';
import type { ReactiveControllerHost } from 'lit';
import type { Client } from '../../api/client.ts';
import type { ApiError } from '../../api/errors.ts';
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

  constructor(host: ReactiveControllerHost, hooks: ClaimHooks) {
    this.#hooks = hooks;
    this.#claim = new Task(host, {
      autoRun: false,
      // Not aborted when the element goes: the service may have granted the reward already, and its answer is
      // then the only way to the code.
      task: ([client, token]) => claimRewardGrant(client, token),
    });
  }

  get claiming(): boolean {
    return this.#status === TaskStatus.PENDING;
  }

  /** The claim result, once the service granted the reward. */
  get result(): RewardGrantClaim | undefined {
    return this.#status === TaskStatus.COMPLETE ? this.#claim.value : undefined;
  }

  get error(): ApiError | undefined {
    return this.#status === TaskStatus.ERROR ? (this.#claim.error as ApiError) : undefined;
  }

  async claim(): Promise<void> {
    const client = this.#hooks.client();
    const token = this.#hooks.token();
    if (!client || this.result || this.#claim.status === TaskStatus.PENDING) return;
    this.#token = token;
    await this.#claim.run([client, token]);
    if (this.#claim.status === TaskStatus.COMPLETE) this.#hooks.claimed(this.#claim.value!);
    else this.#hooks.failed(this.#claim.error as ApiError);
  }

  get #status(): TaskStatus {
    return this.#token === this.#hooks.token() ? this.#claim.status : TaskStatus.INITIAL;
  }
}
