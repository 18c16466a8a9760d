/** The SHA-256 of each file that this script loads, one after the other, because that packs best; the build puts them here. */
const HASHES = '__HASHES__';
/** In base64 without its last `=`. */
const LENGTH = 43;

/** The hash at that index. */
export const hash = (index: number): string => HASHES.slice(index * LENGTH, (index + 1) * LENGTH);
