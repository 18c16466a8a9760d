import { Task, TaskStatus } from '@lit/task';
import type { ReactiveControllerHost } from 'lit';
import { createOtp, verifyOtp } from '../../api/access.ts';
import type { Client } from '../../api/client.ts';
import { type ApiError, isAbortedError } from '../../api/errors.ts';

/** Where the shopper is: typing the address, typing the code, or done. */
export type LoginStep = 'email' | 'code' | 'verified';

/** What went wrong last: an error of the client, or a code that the service did not accept. */
export type LoginFailure = ApiError | 'wrong-code';

/** What the controller asks of its element, and tells it. */
interface LoginHooks {
  /** Undefined while the attributes are wrong. */
  client: () => Client | undefined;
  /** Sent to the service as it is; its unit is not shown. */
  expires: () => number | undefined;
  codeSent: (email: string, resent: boolean) => void;
  verified: (email: string) => void;
  failed: (step: 'send' | 'verify', failure: LoginFailure) => void;
}

/** Decides what happens between an e-mail address and a proven one. It knows no DOM. */
export class OtpLoginController {
  step: LoginStep = 'email';
  /** The address as the shopper gave it; the code was sent to it. */
  email = '';
  /** Whether the latest code replaced an earlier one. */
  resent = false;
  failure: LoginFailure | undefined;

  readonly #host: ReactiveControllerHost;
  readonly #hooks: LoginHooks;
  readonly #send: Task<[Client, string, boolean], void>;
  readonly #verify: Task<[Client, string], void>;

  constructor(host: ReactiveControllerHost, hooks: LoginHooks) {
    this.#host = host;
    this.#hooks = hooks;
    this.#send = new Task(host, {
      autoRun: false,
      task: async ([client, email, resent], { signal }) => {
        const expires = hooks.expires();
        await createOtp(client, expires === undefined ? { email } : { email, expires }, { signal });
        this.step = 'code';
        this.email = email;
        this.resent = resent;
      },
      onError: (error) => this.#setFailure(error),
    });
    this.#verify = new Task(host, {
      autoRun: false,
      task: async ([client, code], { signal }) => {
        const { success } = await verifyOtp(client, { email: this.email, code }, { signal });
        // Anything but a plain `true` proves nothing.
        if (success === true) this.step = 'verified';
        else this.failure = 'wrong-code';
      },
      onError: (error) => this.#setFailure(error),
    });
  }

  get sending(): boolean {
    return this.#send.status === TaskStatus.PENDING;
  }

  get verifying(): boolean {
    return this.#verify.status === TaskStatus.PENDING;
  }

  /** Sends a code, the first or a new one. */
  async send(email: string, resent = false): Promise<void> {
    const client = this.#begin();
    if (!client) return;
    await this.#send.run([client, email, resent]);
    if (this.failure) this.#hooks.failed('send', this.failure);
    else if (this.#send.status === TaskStatus.COMPLETE) this.#hooks.codeSent(email, resent);
  }

  async verify(code: string): Promise<void> {
    const client = this.#begin();
    if (!client) return;
    await this.#verify.run([client, code]);
    if (this.failure) this.#hooks.failed('verify', this.failure);
    else if (this.step === 'verified') this.#hooks.verified(this.email);
  }

  changeEmail(): void {
    this.abort();
    this.step = 'email';
    this.failure = undefined;
    this.#host.requestUpdate();
  }

  abort(): void {
    this.#send.abort();
    this.#verify.abort();
  }

  /** One action at a time, and none while nothing can be sent. */
  #begin(): Client | undefined {
    if (this.sending || this.verifying) return undefined;
    this.failure = undefined;
    return this.#hooks.client();
  }

  /** Called before the task asks for a drawing, so that no drawing shows the time in between. */
  #setFailure(error: unknown): void {
    this.failure = isAbortedError(error) ? undefined : (error as ApiError);
  }
}
