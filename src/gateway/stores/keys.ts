/**
 * Encodes a key so that every driver of `unstorage` stores it unchanged. Unstorage reads `/` and `\` as `:`, drops
 * repeated and outer ones and everything after a `?`, and refuses dots, so that different keys would become the
 * same. In drivers that use `:` for folders, `a` and `a:b` could not both exist. `~` replaces `:`.
 */
export function driverKey(key: string): string {
  const encoded = encodeURIComponent(key.toWellFormed()).replace(
    /[.!'()*~]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return encoded.replaceAll('%3A', '~') || '%';
}
