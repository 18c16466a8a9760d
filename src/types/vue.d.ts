/** The elements in Vue's templates. */
import type { EmitFn, HTMLAttributes, PublicProps } from 'vue';
import type { ElementOf, Elements, EventName, Properties, Tag } from './elements.js';

export type CollectionTimelineProps = Properties<'collection-timeline'>;
export type RewardClaimProps = Properties<'reward-claim'>;
export type OtpLoginProps = Properties<'otp-login'>;

type Events<T extends Tag> = { [K in EventName<T>]: (event: GlobalEventHandlersEventMap[K]) => void };

export type CollectionTimelineEvents = Events<'collection-timeline'>;
export type RewardClaimEvents = Events<'reward-claim'>;
export type OtpLoginEvents = Events<'otp-login'>;

/** Vue's checker reads the attributes of a tag from `$props`, and its events from `$emit`. */
type Component<T extends Tag> = new () => ElementOf<T> & {
  /** @deprecated Only for the template's checker; there is no such property. */
  $props: Omit<HTMLAttributes, keyof Properties<T>> & Properties<T> & PublicProps;
  /** @deprecated Only for the template's checker; there is no such method. */
  $emit: EmitFn<Events<T>>;
};
type Tags = { [T in keyof Elements]: Component<T> };

declare module 'vue' {
  interface GlobalComponents extends Tags {}
}
