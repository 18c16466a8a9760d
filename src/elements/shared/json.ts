/**
 * JSON.stringify that ignores an array's `toJSON`. Libraries such as Prototype add one, and a string with JSON in it would
 * be stored instead of the array. `JSON.stringify` does not call `toJSON` on the result of a replacer function.
 */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key) {
    return this[key];
  });
