/** How many bytes a file has, and on the way to the browser. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export interface Sizes {
  raw: number;
  gzip: number;
  brotli: number;
}

/** A file and what it is compressed, at its best, as a CDN that compresses once does. */
export class ServedFile {
  readonly content: Uint8Array;
  #brotli: Uint8Array | undefined;
  #sizes: Sizes | undefined;

  constructor(content: Uint8Array) {
    this.content = content;
  }

  /** Compresses on first use: most files of the largest packages are never requested. */
  get brotli(): Uint8Array {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: this.content.length,
    };
    this.#brotli ??= brotliCompressSync(this.content, { params });
    return this.#brotli;
  }

  get sizes(): Sizes {
    this.#sizes ??= {
      raw: this.content.length,
      gzip: gzipSync(this.content, { level: 9 }).length,
      brotli: this.brotli.length,
    };
    return this.#sizes;
  }
}

export const addSizes = (sizes: Sizes[]): Sizes =>
  sizes.reduce(
    (sum, each) => ({
      raw: sum.raw + each.raw,
      gzip: sum.gzip + each.gzip,
      brotli: sum.brotli + each.brotli,
    }),
    { raw: 0, gzip: 0, brotli: 0 },
  );
