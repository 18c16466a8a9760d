/**
 * A key that every driver of `unstorage` takes as it is. Unstorage reads `/` and `\` as `:`, drops repeated and outer
 * ones and what follows a `?`, and refuses dots, so that different keys would become one; and where `:` divides folders,
 * `a` and `a:b` cannot both be files. `~` stands for `:`.
 */
export function driverKey(key: string): string {
  const encoded = encodeURIComponent(key.toWellFormed()).replace(
    /[.!'()*~]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return encoded.replaceAll('%3A', '~') || '%';
}
