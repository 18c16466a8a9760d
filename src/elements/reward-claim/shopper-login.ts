import type { ReactiveController } from 'lit';
import type { ApiError } from '../../api/errors.ts';
import { type Login, loginRecord, type Session } from '../shared/login-record.ts';
import { endSession, sessionClient } from '../shared/session.ts';
import type { SharedRecord } from '../shared/shared-record.ts';
import type { ClaimHost } from './claim-host.ts';
import { isSessionRejected } from './claim-problem.ts';

/** The shopper's login at the element's service, from anywhere on the page or in another tab. */
export class ShopperLogin implements ReactiveController {
  readonly #host: ClaimHost;
  readonly #isStored: () => boolean | undefined;
  #baseUrl = '';
  #record: SharedRecord<Login> | undefined;
  #unwatch: (() => void) | undefined;

  constructor(host: ClaimHost, isStored: () => boolean | undefined) {
    this.#host = host;
    this.#isStored = isStored;
    host.addController(this);
  }

  hostConnected(): void {
    this.#watch();
  }

  hostDisconnected(): void {
    this.#unwatch?.();
    this.#unwatch = undefined;
  }

  /** The proven address. */
  get email(): string | undefined {
    return this.#proven?.email;
  }

  /** The gateway's session for that address. */
  get session(): Session | undefined {
    return this.#proven?.session;
  }

  /** Reads the login at the host's service. */
  read(): void {
    const { service } = this.#host;
    if (!service || service.baseUrl === this.#baseUrl) return;
    this.#baseUrl = service.baseUrl;
    this.#record = loginRecord(service.baseUrl, this.#isStored);
    this.#watch();
  }

  /** Logs out, so that another address can be proven. */
  end(): void {
    const { session } = this;
    if (session) endSession(sessionClient(this.#host, session));
    this.#record?.set(undefined);
  }

  /** When the login was stored, which distinguishes it from a later one; undefined without a login. */
  get provenAt(): number | undefined {
    return this.#proven && this.#record?.setAt;
  }

  /** Forgets the login that the gateway rejected, unless another one has replaced it. */
  forgetRejected(provenAt: number | undefined, error: ApiError): void {
    if (provenAt !== undefined && provenAt === this.provenAt && isSessionRejected(error, this.#host.errorMap))
      this.#record?.set(undefined);
  }

  get #proven(): Login | undefined {
    const login = this.#record?.get();
    return login?.verified ? login : undefined;
  }

  #watch(): void {
    this.#unwatch?.();
    this.#unwatch = this.#host.isConnected
      ? this.#record?.watch(() => this.#host.requestUpdate())
      : undefined;
  }
}
