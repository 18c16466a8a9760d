import type { OperationHandlers } from '../context.ts';
import { createOtp, verifyOtp } from './access.ts';
import { exportRawEvents, getComponentsBreakdown, getTapsBreakdown } from './analytics.ts';
import { deleteActivity, getCollection, getInventory, listUsers, listWebhooks } from './records.ts';
import { claimRewardGrant, reserveRewardCode } from './rewards.ts';
import { deleteTimelineEntry, listTimeline } from './timeline.ts';

export const HANDLERS: OperationHandlers = {
  claimRewardGrant,
  createOtp,
  deleteActivity,
  deleteTimelineEntry,
  exportRawEvents,
  getCollection,
  getComponentsBreakdown,
  getInventory,
  getTapsBreakdown,
  listTimeline,
  listUsers,
  listWebhooks,
  reserveRewardCode,
  verifyOtp,
};
