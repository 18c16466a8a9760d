/** Names for the service's resources (section Resources and their fields). Their checks are next to the operations. */
import type { components, operations } from './openapi.d.ts';
import { maybe, number, object, string } from './schema.ts';

/**
 * The client's tolerance: in responses, every optional field may also be `null`, which is passed on. The contract allows
 * `null` only where the document says "or null", but the document does not say which fields are always present, and many
 * services write an absent value as `null`. Required fields, items of lists and values of maps must not be `null`.
 */
type OrNull<T> = T extends (infer Item)[]
  ? OrNull<Item>[]
  : T extends object
    ? { [K in keyof T]: undefined extends T[K] ? OrNull<T[K]> | null : OrNull<T[K]> }
    : T;

/** Keeps enums open: values that the document does not list are accepted, and editors still suggest the known ones. */
type Open<T> = T extends string
  ? string extends T
    ? T
    : T | (string & {})
  : T extends (infer Item)[]
    ? Open<Item>[]
    : T extends object
      ? { [K in keyof T]: Open<T[K]> }
      : T;

/** Accepts an explicit `undefined`, which is not sent, under `exactOptionalPropertyTypes` as well. */
type OrUndefined<T> = { [K in keyof T]: undefined extends T[K] ? T[K] | undefined : T[K] };

export type Schemas = OrNull<components['schemas']>;

export type TimelinePage = Open<Schemas['TimelinePage']>;
export type TimelineEntry = Open<Schemas['TimelineEntry']>;
export type RewardCode = Open<Schemas['RewardCode']>;
export type RewardGrantClaim = Open<Schemas['RewardGrantClaim']>;
export type OtpCreated = Open<Schemas['OtpCreated']>;
export type OtpVerification = Open<Schemas['OtpVerification']>;
export type UserPage = Open<Schemas['UserPage']>;
export type User = Open<Schemas['User']>;
export type Collection = Open<Schemas['Collection']>;
export type Webhook = Open<Schemas['Webhook']>;
export type InventoryItem = Open<Schemas['InventoryItem']>;
export type ComponentsBreakdown = Open<Schemas['ComponentsBreakdown']>;
export type TapsBreakdown = Open<Schemas['TapsBreakdown']>;
export type RawEventExport = Open<Schemas['RawEventExport']>;
export type RawEvent = Open<Schemas['RawEvent']>;

export type TimelineQuery = OrUndefined<NonNullable<operations['listTimeline']['parameters']['query']>>;
export type RawEventQuery = OrUndefined<operations['exportRawEvents']['parameters']['query']>;
export type OtpRequest = OrUndefined<
  NonNullable<operations['createOtp']['requestBody']>['content']['application/json']
>;
export type OtpVerificationRequest = OrUndefined<
  NonNullable<operations['verifyOtp']['requestBody']>['content']['application/json']
>;

/** Checks that several resources share. */
export const text = maybe(string);
export const count = maybe(number);
export const image = maybe(object<{ url?: string | null }>({ url: text }));
export const video = maybe(
  object<{ url?: string | null; poster_url?: string | null }>({ url: text, poster_url: text }),
);
