/** How attributes are read, and what is said of one that is wrong. */

/** What is wrong with an attribute: its name and what it must be. */
export interface AttributeProblem {
  attribute: string;
  /** Else the element says it by `explain()`. */
  allowed?: string;
  /** Whether the element works without it. */
  isMinor?: boolean;
}

/** An attribute that was removed is `null`; a framework that has no value sets `undefined`. */
export type Maybe<T> = T | null | undefined;

/** Texts by name. From an attribute that is no JSON it is that attribute's text, which is reported. */
export type Texts = Maybe<Readonly<Record<string, string>>>;

/** Reads a JSON object; what is no JSON stays as it is, for the check of the attributes to name. */
export const jsonAttribute = {
  fromAttribute: (value: string | null): unknown => {
    try {
      return value?.trim() ? JSON.parse(value) : undefined;
    } catch {
      return value;
    }
  },
};

/** Reads an attribute that a theme left empty as none, where `Number` would make it 0. */
export const numberAttribute = {
  fromAttribute: (value: string | null) => (value?.trim() ? Number(value) : undefined),
};

export const areTexts = (value: unknown): value is Texts =>
  (typeof value === 'object' || value === undefined) &&
  Object.values(value ?? {}).every((text) => typeof text === 'string');
