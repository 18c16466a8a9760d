/** The gateway keeps the service's API key on a server, and exposes only the operations that shoppers need. */
export { createGateway } from './gateway.ts';
export { GatewayError, GatewayOptionsError } from './errors.ts';
export { clearOpenClaim, listOpenClaims, type OpenClaim, type OpenClaimsOptions } from './open-claims.ts';
export type {
  AppProxyOptions,
  ClaimOptions,
  ClientAddress,
  Gateway,
  GatewayAnswer,
  GatewayOptions,
  GatewayRequest,
  LogEntry,
  NamedSecret,
  Rate,
  RateLimits,
  RequestContext,
  SessionOptions,
} from './options.ts';
export { memoryStore } from './stores/memory.ts';
export type { GatewayStore, HitResult, HitRule, Lease } from './stores/store.ts';
export { type Session, verifySession, type VerifySessionOptions } from './verify-session.ts';
