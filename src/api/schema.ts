/**
 * Checks for responses. A schema only reads: the value is passed on unchanged, so unknown fields and unknown enum
 * values are accepted, and a page of 10,000 rows is not copied.
 */

/** A mismatch: the path from the root, the expected type and the received type. */
export interface Mismatch {
  path: string;
  expected: string;
  received: string;
}

declare const type: unique symbol;

export interface Schema<T> {
  (value: unknown): Mismatch | undefined;
  /** For the compiler only. A function type makes it invariant, so that "optional" and "required" do not mix. */
  readonly [type]?: (value: T) => T;
}

const typeName = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/* @__NO_SIDE_EFFECTS__ */
const primitive =
  <T>(expected: string): Schema<T> =>
  (value) =>
    typeof value === expected ? undefined : { path: '', expected, received: typeName(value) };

const at = (key: string, mismatch: Mismatch): Mismatch => ({
  ...mismatch,
  path: key + (mismatch.path && !mismatch.path.startsWith('[') ? '.' : '') + mismatch.path,
});

export const string = primitive<string>('string');
export const number = primitive<number>('number');
/** A number without a fraction. */
export const integer: Schema<number> = (value) =>
  Number.isInteger(value)
    ? undefined
    : { path: '', expected: 'integer', received: typeof value === 'number' ? 'fraction' : typeName(value) };
export const boolean = primitive<boolean>('boolean');

/** A value whose type the service document does not show. */
export const unknown: Schema<unknown> = () => undefined;

/** Absent, `null`, or a value of the schema: the document does not say which fields are always present. */
/* @__NO_SIDE_EFFECTS__ */
export const maybe =
  <T>(schema: Schema<T>): Schema<T | null | undefined> =>
  (value) =>
    value === null || value === undefined ? undefined : schema(value);

/* @__NO_SIDE_EFFECTS__ */
export const nullable =
  <T>(schema: Schema<T>): Schema<T | null> =>
  (value) =>
    value === null ? undefined : schema(value);

/* @__NO_SIDE_EFFECTS__ */
export const array =
  <T>(item: Schema<T>): Schema<T[]> =>
  (value) => {
    if (!Array.isArray(value)) return { path: '', expected: 'array', received: typeName(value) };
    for (let index = 0; index < value.length; index++) {
      const mismatch = item(value[index]);
      if (mismatch) return at(`[${index}]`, mismatch);
    }
    return undefined;
  };

/**
 * An object with at least these fields. Every field of `T` must be listed, so a schema cannot fall behind the
 * contract.
 */
/* @__NO_SIDE_EFFECTS__ */
export const object = <T extends object>(fields: {
  [K in keyof T]-?: Schema<undefined extends T[K] ? T[K] | undefined : T[K]>;
}): Schema<T> => {
  const entries = Object.entries(fields) as [string, Schema<unknown>][];
  return (value) => {
    if (typeName(value) !== 'object') return { path: '', expected: 'object', received: typeName(value) };
    for (const [key, field] of entries) {
      const mismatch = field((value as Record<string, unknown>)[key]);
      if (mismatch) return at(key, mismatch);
    }
    return undefined;
  };
};

/** An object used as a map: any keys, all values of one schema. */
/* @__NO_SIDE_EFFECTS__ */
export const record =
  <T>(schema: Schema<T>): Schema<Record<string, T>> =>
  (value) => {
    if (typeName(value) !== 'object') return { path: '', expected: 'object', received: typeName(value) };
    for (const [key, item] of Object.entries(value as object)) {
      const mismatch = schema(item);
      if (mismatch) return at(key, mismatch);
    }
    return undefined;
  };

/** An object whose contents the service document does not show. */
export const anyObject = record(unknown);
