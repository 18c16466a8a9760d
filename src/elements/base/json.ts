/**
 * JSON.stringify, also beside a library that gives arrays a `toJSON` of its own, as Prototype does: a text with JSON in
 * it would be stored instead of the array. What a function gives here is not asked for its `toJSON`.
 */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key) {
    return this[key];
  });
