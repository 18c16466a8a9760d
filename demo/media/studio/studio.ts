// The catalogue: every name and what draws it. ../make.ts calls these from outside the page.
import { record, type Film } from './film.ts';
import { films } from './films.ts';
import { nordlicht } from './nordlicht.ts';
import { stage, type Context } from './paint.ts';
import { product } from './product.ts';
import { tiefsee } from './tiefsee.ts';

const LIMIT = 118_000;

async function base64(blob: Blob): Promise<string> {
  const url = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsDataURL(blob);
  });
  return url.slice(url.indexOf(',') + 1);
}

/** Quality 0.84 where the picture allows it, less where yarn and grain would weigh too much. */
async function webp(picture: Context): Promise<Blob> {
  const { canvas } = picture;
  let blob: Blob | null = null;
  for (let quality = 0.84; quality > 0.45; quality -= 0.06) {
    blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', quality));
    if (blob && blob.size <= LIMIT) break;
    if (quality > 0.83 && blob && blob.size > LIMIT * 1.7) soften(picture);
  }
  if (blob?.type !== 'image/webp') throw new Error('This browser cannot write WebP.');
  return blob;
}

/** Close-ups of yarn carry more fine contrast than a screen shows: a breath of blur halves their weight. */
function soften(picture: Context) {
  const { width, height } = picture.canvas;
  const copy = stage(width, height);
  copy.drawImage(picture.canvas, 0, 0);
  picture.filter = 'blur(0.9px)';
  picture.drawImage(copy.canvas, 0, 0);
  picture.filter = 'none';
}

const still = (draw: () => Context) => async () => {
  const picture = draw();
  const { width, height } = picture.canvas;
  return { type: 'webp', width, height, base64: await base64(await webp(picture)) };
};

const film = (make: () => Film) => async () => {
  const reel = make();
  const bytes = await record(reel);
  const blob = new Blob([bytes as Uint8Array<ArrayBuffer>]);
  return { type: 'webm', width: reel.width, height: reel.height, base64: await base64(blob) };
};

const entries: [string, unknown][] = [
  ...Object.entries({ ...product, ...nordlicht, ...tiefsee }).map(([name, draw]): [string, unknown] => [
    name,
    still(draw),
  ]),
  ...Object.entries(films).map(([name, make]): [string, unknown] => [name, film(make)]),
];
Object.assign(window, { studio: Object.fromEntries(entries) });
