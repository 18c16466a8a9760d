/** The elements in React's JSX. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { Attributes, ElementOf, Elements, Listeners, Properties, Tag } from './elements.js';

type Props<T extends Tag> = Properties<T> & Attributes<T, boolean | ''> & Listeners<T>;

export type CollectionTimelineProps = Props<'collection-timeline'>;
export type RewardClaimProps = Props<'reward-claim'>;
export type OtpLoginProps = Props<'otp-login'>;

type HtmlProps<E> = DetailedHTMLProps<HTMLAttributes<E>, E>;
type IntrinsicElement<T extends Tag> = Omit<HtmlProps<ElementOf<T>>, keyof Props<T>> & Props<T>;
type Tags = { [T in keyof Elements]: IntrinsicElement<T> };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends Tags {}
  }
}
