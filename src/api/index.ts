/** The typed client for all operations of the service. No DOM: it runs in Node, Workers and browsers alike. */
export { createOtp, verifyOtp } from './access.ts';
export { deleteActivity } from './activities.ts';
export {
  exportRawEvents,
  getComponentsBreakdown,
  getTapsBreakdown,
  type RawEvents,
  rawEvents,
} from './analytics.ts';
export {
  type ApiKey,
  type ApiRequest,
  type CallInfo,
  type Client,
  type ClientOptions,
  createClient,
  type Hooks,
  type Query,
  type RequestOptions,
  type ResponseInfo,
  type RetryOptions,
  withResponse,
} from './client.ts';
export { getCollection } from './collections.ts';
export * from './errors.ts';
export type {
  Collection,
  ComponentsBreakdown,
  InventoryItem,
  OtpCreated,
  OtpRequest,
  OtpVerification,
  OtpVerificationRequest,
  RawEvent,
  RawEventExport,
  RawEventQuery,
  RewardCode,
  RewardGrantClaim,
  TapsBreakdown,
  TimelineEntry,
  TimelinePage,
  TimelineQuery,
  User,
  UserPage,
  Webhook,
} from './models.ts';
/** Spread into your own request for `client.request`, so that it is retried and shared. */
export { GET } from './reads.ts';
export { claimRewardGrant, reserveRewardCode, type RewardCodeReservation } from './rewards.ts';
/** Checks for responses, for `client.request`. */
export * as schema from './schema.ts';
export type { Mismatch, Schema } from './schema.ts';
export { getInventory, listWebhooks } from './team.ts';
export {
  deleteTimelineEntry,
  listTimeline,
  timelineEntries,
  timelinePages,
  type TimelineReader,
} from './timeline.ts';
export { listUsers } from './users.ts';
