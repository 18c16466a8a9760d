/** Entity tags (RFC 9110, section 8.8.3). */

/** A strong tag of exactly these bytes: 128 bits of their SHA-256 are far more than two versions need to differ. */
export async function entityTag(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes), 0, 16);
  return `"${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}"`;
}

/**
 * Whether an `If-None-Match` names the tag: alone, in a list, or as `*`. The comparison is the weak one, which the
 * header asks for: a proxy that compresses on the way makes `W/"…"` of our tag, and the shopper's browser sends that.
 */
export function namesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === tag || ifNoneMatch.trim() === '*') return true;
  const tags: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
  return tags.includes(tag);
}
