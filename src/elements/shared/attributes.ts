/** Reading and checking attributes. */
import type { LitElement } from 'lit';
import { API_KEY, BASE_URL } from '../../api/service-address.ts';

/** An attribute with a wrong value. */
export interface AttributeProblem {
  attribute: string;
  /** The allowed values, as in "must be …"; by default, those of the element's `allowedFor()`. */
  allowed?: string;
}

/** A removed attribute is `null`; frameworks set `undefined` for no value. */
export type Maybe<T> = T | null | undefined;

/** Texts by name. An attribute that is not JSON stays a string, which the check reports. */
export type Texts = Maybe<Readonly<Record<string, string>>>;

/** Reads a JSON object. Invalid JSON stays a string, so that the check can name the attribute. */
export const jsonAttribute = {
  fromAttribute: (value: string | null): unknown => {
    try {
      return value?.trim() ? JSON.parse(value) : undefined;
    } catch {
      return value;
    }
  },
};

/** A property that may also have an attribute's text. */
export const readJson = <T>(value: T): T =>
  typeof value === 'string' ? (jsonAttribute.fromAttribute(value) as T) : value;

/** Reads an attribute that a theme left empty as undefined, where `Number` would make it 0. */
export const numberAttribute = {
  fromAttribute: (value: string | null) => (value?.trim() ? Number(value) : undefined),
};

/** Frameworks that write `expires="10"` set a property, which is then a text. */
export function convertTexts(element: LitElement): void {
  const { elementProperties } = element.constructor as typeof LitElement;
  elementProperties.forEach(({ converter }, name) => {
    const value: unknown = Reflect.get(element, name);
    if (typeof value !== 'string') return;
    const reader = [jsonAttribute, numberAttribute].find((each) => each === converter);
    const read = reader ? reader.fromAttribute(value) : value;
    if (read !== value) Reflect.set(element, name, read);
  });
}

export const isHeadingLevel = (level: Maybe<number>): level is number =>
  Number.isInteger(level) && level! >= 1 && level! <= 6;

export const areTexts = (value: unknown): value is Texts =>
  (typeof value === 'object' || value === undefined) &&
  Object.values(value ?? {}).every((text) => typeof text === 'string');

/** The allowed values of attributes that every element has. */
const allowed: Record<string, string> = {
  'base-url': BASE_URL,
  'api-key': API_KEY,
  words: 'a JSON object of texts',
  'error-messages': 'a JSON object of texts',
};

export const allowedFor = (attribute: string): string | undefined => allowed[attribute];

export interface CommonAttributes {
  readonly words: Texts;
  readonly errorMessages: Texts;
  readonly headingLevel: Maybe<number>;
}

/** Checks the optional attributes that every element has. */
export function checkCommon({
  words,
  errorMessages,
  headingLevel,
}: CommonAttributes): AttributeProblem | undefined {
  if (!isHeadingLevel(headingLevel ?? 2))
    return { attribute: 'heading-level', allowed: 'a whole number from 1 to 6' };
  if (!areTexts(words)) return { attribute: 'words' };
  return areTexts(errorMessages) ? undefined : { attribute: 'error-messages' };
}
