/** The pixels of a screenshot. */
import sharp from 'sharp';

export interface Pixels {
  width: number;
  height: number;
  /** Red, green, blue and alpha of each pixel, row by row. */
  data: Buffer;
}

/** @param file a PNG or WebP */
export async function readPixels(file: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

const raw = ({ width, height, data }: Pixels) => sharp(data, { raw: { width, height, channels: 4 } });

/** A part of a picture, in whole pixels. */
export async function crop(
  pixels: Pixels,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): Promise<Pixels> {
  const data = await raw(pixels).extract({ left: x, top: y, width, height }).raw().toBuffer();
  return { width, height, data };
}

/** A PNG without transparency, as small as it gets without a loss. */
export const encodePng = (pixels: Pixels): Promise<Buffer> =>
  raw(pixels).removeAlpha().png({ compressionLevel: 9 }).toBuffer();
