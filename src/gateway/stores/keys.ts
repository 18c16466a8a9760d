/**
 * A key that every driver of `unstorage` takes as it is. Unstorage reads `/` and `\` as `:`, drops repeated and outer
 * ones and what follows a `?`, and refuses dots, so that different keys would become one; only `:` between words stays.
 */
export function driverKey(key: string): string {
  const encoded = encodeURIComponent(key.toWellFormed()).replace(
    /[.!'()*~]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return encoded.replace(/(?<=[\w-])%3A(?=[\w-])/g, ':') || '%';
}
