/** The typed client for all operations of the service. No DOM: it runs in Node, Workers and browsers alike. */
export { createOtp, verifyOtp } from './access.ts';
export { deleteActivity } from './activities.ts';
export { exportRawEvents, getComponentsBreakdown, getTapsBreakdown, rawEvents } from './analytics.ts';
export { type Client, type ClientOptions, createClient, type Query, type RequestOptions } from './client.ts';
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
export { claimRewardGrant, reserveRewardCode, type RewardCodeReservation } from './rewards.ts';
export { getInventory, listWebhooks } from './team.ts';
export { deleteTimelineEntry, listTimeline, timelinePages } from './timeline.ts';
export { listUsers } from './users.ts';
