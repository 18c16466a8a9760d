/**
 * Finds the browser for the tests: `CHROME_PATH`, else the headless shell that the devDependency @sparticuz/chromium ships,
 * which needs neither root nor a download. An installed browser is not used by default: each machine has a different one.
 * With `TEST_FONT`, the name of an installed font, the browser of `CHROME_PATH` draws all proportional text in it.
 */
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import puppeteer, { type Browser, type LaunchOptions } from 'puppeteer-core';
import { FONTS_FILE, writeFonts, writeReplacement } from './fonts.ts';

export interface FoundBrowser {
  executablePath: string;
  args: string[];
  /** In the environment of the browser's process. */
  env: Record<string, string | undefined>;
}

const isExecutable = (path: string) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Fills a folder once; later runs and other processes find it filled. */
async function fillOnce(folder: string, fill: (folder: string) => Promise<void> | void): Promise<void> {
  if (existsSync(folder)) return;
  const filling = `${folder}-${process.pid}`;
  mkdirSync(filling, { recursive: true });
  await fill(filling);
  try {
    // In one step, so that a half-filled folder is never found.
    renameSync(filling, folder);
  } catch (error) {
    rmSync(filling, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/storefront-elements');

function versionOf(name: string): string {
  const file = join(root, 'node_modules', name, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Unpacks the shipped browser, once per version, and its fonts into node_modules/.cache. */
async function shippedBrowser(): Promise<{ executablePath: string; env: FoundBrowser['env'] }> {
  const version = versionOf('@sparticuz/chromium');
  const folder = join(cache, `chromium-${version}`);
  await fillOnce(folder, async (unpacking) => {
    // The package unpacks into the temporary folder. With a separate one, two projects on one machine do not share it.
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = unpacking;
    try {
      const { default: chromium, inflate } = await import('@sparticuz/chromium');
      await chromium.executablePath();
      await inflate(join(root, 'node_modules/@sparticuz/chromium/bin/al2023.tar.br'));
    } finally {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    }
  });
  const fonts = join(cache, `fonts-${version}-${versionOf('@fontsource/noto-sans-arabic')}`);
  await fillOnce(fonts, (writing) =>
    writeFonts(writing, relative(fonts, join(folder, 'fonts')), join(fonts, 'cache')),
  );
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      FONTCONFIG_FILE: join(fonts, FONTS_FILE),
      // Libraries that a bare system lacks. The system's own libraries come first.
      LD_LIBRARY_PATH: [
        process.env['LD_LIBRARY_PATH'],
        '/usr/lib',
        '/usr/lib/x86_64-linux-gnu',
        join(folder, 'al2023/lib'),
      ]
        .filter(Boolean)
        .join(delimiter),
    },
  };
}

/** The environment in which a font replaces all proportional fonts of the machine. */
async function withFont(font: string, env: FoundBrowser['env']): Promise<FoundBrowser['env']> {
  if (!/^[\w -]+$/.test(font))
    throw new Error(`TEST_FONT must be the name of an installed font, such as "DejaVu Sans", not "${font}".`);
  const folder = join(cache, `font-${font.replaceAll(' ', '-')}`);
  await fillOnce(folder, (writing) => writeReplacement(writing, font, join(folder, 'cache')));
  return { ...env, FONTCONFIG_FILE: join(folder, FONTS_FILE) };
}

/** @throws Error if `CHROME_PATH` is not an executable, or is not set and the shipped browser cannot run here */
export async function findBrowser(env = process.env): Promise<FoundBrowser> {
  const args = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
    '--force-color-profile=srgb',
    '--font-render-hinting=none',
    // These names have no address anywhere, but some networks answer for every name.
    '--host-resolver-rules=MAP *.invalid ~NOTFOUND',
  ];
  // Chrome's sandbox does not start as root, and most containers run as root.
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  const given = env['CHROME_PATH'];
  if (given && !isExecutable(given))
    throw new Error(`CHROME_PATH must be an executable file, not "${given}".`);
  const font = env['TEST_FONT'];
  if (given) return { executablePath: given, args, env: font ? await withFont(font, env) : env };
  if (font) throw new Error('TEST_FONT needs CHROME_PATH: the shipped browser has fonts of its own.');
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(
      'The shipped browser needs Linux on x64. Set CHROME_PATH to the executable of a Chrome or Chromium.',
    );
  const shipped = await shippedBrowser();
  return { executablePath: shipped.executablePath, args, env: { ...env, ...shipped.env } };
}

/**
 * Opens the browser without a window. Puppeteer notices requests only with `networkEnabled`, which costs a test about a
 * sixth more work.
 */
export async function openBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return puppeteer.launch({
    ...(await findBrowser()),
    headless: 'shell',
    networkEnabled: false,
    // A busy machine may take longer than the usual half a minute to start it.
    timeout: 120_000,
    ...options,
  });
}
