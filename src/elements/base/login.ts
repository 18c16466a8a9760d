import { SharedRecord } from './records.ts';

/** What is kept of a login: the address and when, never the code. */
export interface Login {
  email: string;
  /** Whether the address is proven; else a code is on its way to it. */
  verified: boolean;
  /** When a new code may be asked for, in milliseconds since the epoch. */
  resendAt?: number;
}

const isLogin = (data: unknown): data is Login => {
  const { email, verified } = (data ?? {}) as Record<string, unknown>;
  return typeof email === 'string' && typeof verified === 'boolean';
};

/**
 * The login at one service in this tab. It lasts as long as the tab, and `remember-for` at most; other tabs hear of
 * a proven address, not of a code that is on its way.
 */
export const loginRecord = (baseUrl: string, isStored: () => boolean): SharedRecord<Login> =>
  new SharedRecord({
    name: `login:${baseUrl}`,
    area: 'sessionStorage',
    isValid: isLogin,
    isShared: ({ verified }) => verified,
    isStored,
  });
