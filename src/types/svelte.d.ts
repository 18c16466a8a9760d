/** The elements in Svelte's templates. */
import type { HTMLAttributes } from 'svelte/elements';
import type { Attributes, ElementOf, Elements, Listeners, Properties, Tag } from './elements.js';

// Svelte writes `false` into an attribute as text, which counts as true, so a boolean that changes must be a property.
type Props<T extends Tag> = Properties<T> & Attributes<T, true | ''> & Listeners<T>;

export type CollectionTimelineProps = Props<'collection-timeline'>;
export type RewardClaimProps = Props<'reward-claim'>;
export type OtpLoginProps = Props<'otp-login'>;

type Tags = { [T in keyof Elements]: HTMLAttributes<ElementOf<T>> & Props<T> };

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends Tags {}
}
