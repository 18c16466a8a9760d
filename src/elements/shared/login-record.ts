import { SharedRecord } from './shared-record.ts';

/** A gateway's session for a proven address. Without a token it is in a cookie that scripts cannot read. */
export interface Session {
  token?: string | undefined;
}

/** A stored login. It never contains the code. */
export interface Login {
  email: string;
  /** Whether the address is proven; otherwise a code is on its way to it. */
  verified: boolean;
  /** When the shopper may request another code, in milliseconds since the epoch. */
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
 * The login at one service in this tab. It lasts as long as the tab, and at most `remember-for`. Other tabs learn about
 * a proven address, but not about a sent code.
 */
export const loginRecord = (baseUrl: string, isStored: () => boolean | undefined): SharedRecord<Login> =>
  new SharedRecord({
    name: `login:${baseUrl}`,
    area: 'sessionStorage',
    isValid: isLogin,
    isShared: ({ verified }) => verified,
    isStored,
  });
