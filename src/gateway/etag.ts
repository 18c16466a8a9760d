/** Entity tags (RFC 9110, section 8.8.3). */

/**
 * Returns a strong tag for a text: two multiplicative hashes of 32 bits (cyrb53, with all bits). It distinguishes
 * versions of a text and protects nothing. For the usual few kilobytes it is faster than `crypto.subtle`, which
 * waits for another thread.
 */
export function entityTag(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return `"${[a, b].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')}"`;
}

/**
 * Whether an `If-None-Match` matches the tag: alone, in a list, or as `*`. The comparison is weak, as the header
 * requires: a compressing proxy turns our tag into `W/"…"`, and the shopper's browser sends that.
 */
export function namesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === tag || ifNoneMatch.trim() === '*') return true;
  const tags: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
  return tags.includes(tag);
}
