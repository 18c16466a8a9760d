/** The elements as templates of React, Vue and Svelte see them, derived from the elements' classes and events. */
import type { LitElement } from 'lit';
import type { CollectionTimeline, OtpLogin, RewardClaim } from 'storefront-elements';

/** Each element by its tag, with the attributes that have no property. */
export interface Elements {
  /** A shopper reads the story of a product collection, with pictures, video and galleries. */
  'collection-timeline': {
    element: CollectionTimeline;
    attributes: {
      /** Whether the browser may store the reading place. By default, the page or Shopify decides. */
      consent?: string | undefined;
    };
  };
  /** A shopper claims a reward grant by its token, gets the discount and uses it; or reserves a reward's code. */
  'reward-claim': {
    element: RewardClaim;
    attributes: {
      /** Also sends cookies to a gateway on another host, if its sessions are cookies. */
      credentials?: string | undefined;
      /** Whether the browser may store the claim. By default, the page or Shopify decides. */
      consent?: string | undefined;
    };
  };
  /** A shopper proves an email address with a one-time code. */
  'otp-login': {
    element: OtpLogin;
    attributes: {
      /** Inside a form, the proven address is submitted under this name. */
      name?: string | undefined;
      /** Also sends cookies to a gateway on another host, if its sessions are cookies. */
      credentials?: string | undefined;
      /** Whether the browser may store the login. By default, the page or Shopify decides. */
      consent?: string | undefined;
    };
  };
}

export type Tag = keyof Elements;
export type ElementOf<T extends Tag> = Elements[T]['element'];

/** Unlike assignability, this distinguishes `readonly`. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type IsReadonly<E, K extends keyof E> = Same<Pick<E, K>, Readonly<Pick<E, K>>>;

/** `K` if it is a property with an attribute: one of ours that is neither a method nor read-only. */
type Settable<E, K extends keyof E> = K extends keyof LitElement
  ? never
  : E[K] extends (...args: never) => unknown
    ? never
    : IsReadonly<E, K> extends true
      ? never
      : K;

type KebabCase<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${KebabCase<Rest>}`
  : '';

/** The attribute of a property, unless both have the same name. */
type AttributeName<K> = K extends string ? Exclude<KebabCase<K>, K> : never;

/** Attributes are texts: numbers may be written as numbers, objects are JSON, and a boolean is whatever `B` allows. */
type AttributeValue<T, B> = T extends boolean
  ? B
  : T extends number
    ? T | `${number}`
    : T extends string | null | undefined
      ? T
      : string;

/** The properties of an element, and its attributes that have none. */
export type Properties<T extends Tag, E = ElementOf<T>> = Elements[T]['attributes'] & {
  [K in keyof E as Settable<E, K>]?: E[K] | undefined;
};

/** The attributes that are spelled differently from their properties. */
export type Attributes<T extends Tag, B, E = ElementOf<T>> = {
  [K in keyof E as AttributeName<Settable<E, K>>]?: AttributeValue<E[K], B> | undefined;
};

export type EventName<T extends Tag> = Extract<keyof GlobalEventHandlersEventMap, `${T}-${string}`>;

/** The listeners of an element's events, as JSX and Svelte spell them. */
export type Listeners<T extends Tag> = {
  [K in EventName<T> as `on${K}`]?: ((event: GlobalEventHandlersEventMap[K]) => void) | undefined;
};
