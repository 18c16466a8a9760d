/**
 * Finds the browser of the tests: `CHROME_PATH`, else the headless shell that the devDependency @sparticuz/chromium ships,
 * which needs neither root nor a download. An installed browser is not used unasked: each machine has another one.
 */
import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Browser {
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

const FONTS_FILE = 'fonts.conf';
const fontsFile = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;

/** Unpacks the shipped browser once per version into node_modules/.cache; a second run or process finds it there. */
async function shippedBrowser(): Promise<{ executablePath: string; env: Browser['env'] }> {
  const root = join(import.meta.dirname, '../..');
  const packageFolder = join(root, 'node_modules/@sparticuz/chromium');
  const { default: manifest } = (await import(join(packageFolder, 'package.json'), {
    with: { type: 'json' },
  })) as {
    default: { version: string };
  };
  const cache = join(root, 'node_modules/.cache/storefront-elements');
  const folder = join(cache, `chromium-${manifest.version}`);
  if (!existsSync(folder)) {
    const unpacking = `${folder}-${process.pid}`;
    mkdirSync(unpacking, { recursive: true });
    // The package unpacks into the temporary folder; this way two projects on one machine do not share it.
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = unpacking;
    try {
      const { default: chromium, inflate } = await import('@sparticuz/chromium');
      await chromium.executablePath();
      await inflate(join(packageFolder, 'bin/al2023.tar.br'));
      // The package's own file names folders of another system; without this one a bare machine draws no text.
      writeFileSync(join(unpacking, FONTS_FILE), fontsFile(folder));
    } finally {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    }
    try {
      // In one step, so that a half-unpacked browser is never found.
      renameSync(unpacking, folder);
    } catch (error) {
      rmSync(unpacking, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      FONTCONFIG_FILE: join(folder, FONTS_FILE),
      // Libraries that a bare system lacks; those of the system, where it has them, come first.
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

/** @throws Error if `CHROME_PATH` is no executable, or if there is none and the shipped browser cannot run here */
export async function findBrowser(env = process.env): Promise<Browser> {
  const args = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
    '--force-color-profile=srgb',
    '--font-render-hinting=none',
  ];
  // Chrome's sandbox does not start as root, as most containers run.
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  const given = env['CHROME_PATH'];
  if (given && !isExecutable(given))
    throw new Error(`CHROME_PATH must be an executable file, not "${given}".`);
  if (given) return { executablePath: given, args, env };
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(
      'The shipped browser needs Linux on x64. Set CHROME_PATH to the executable of a Chrome or Chromium.',
    );
  const shipped = await shippedBrowser();
  return { executablePath: shipped.executablePath, args, env: { ...env, ...shipped.env } };
}
