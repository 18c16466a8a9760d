import { SharedRecord } from './records.ts';

/** What a gateway gave for a proven address. Without a token it is in a cookie that no script can read. */
export interface Session {
  token?: string | undefined;
}

/** What is kept of a login: the address and when, never the code. */
export interface Login {
  email: string;
  /** Whether the address is proven; else a code is on its way to it. */
  verified: boolean;
  /** When a new code may be asked for, in milliseconds since the epoch. */
  resendAt?: number;
  session?: Session | undefined;
}

export const isSession = (data: unknown): data is Session =>
  typeof data === 'object' && data !== null && typeof ((data as Session).token ?? '') === 'string';

const isLogin = (data: unknown): data is Login => {
  const { email, verified, session = {} } = (data ?? {}) as Record<string, unknown>;
  return typeof email === 'string' && typeof verified === 'boolean' && isSession(session);
};

/**
 * The login at one service in this tab. It lasts as long as the tab, and `remember-for` at most; other tabs hear of
 * a proven address, not of a code that is on its way.
 */
export const loginRecord = (baseUrl: string, isStored: () => boolean | undefined): SharedRecord<Login> =>
  new SharedRecord({
    name: `login:${baseUrl}`,
    area: 'sessionStorage',
    isValid: isLogin,
    isShared: ({ verified }) => verified,
    isStored,
  });
