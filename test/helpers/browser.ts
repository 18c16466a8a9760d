/**
 * Finds a Chrome or Chromium: `CHROME_PATH`, else an installed one, else the headless shell that the devDependency
 * @sparticuz/chromium ships, which needs neither root nor a download.
 */
import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Browser {
  executablePath: string;
  args: string[];
  /** In the environment of the browser's process. */
  env: Record<string, string | undefined>;
}

const INSTALLED = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome'];
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const isExecutable = (path: string) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

function installedBrowser(path: string, applications: string[]): string | undefined {
  const folders = path.split(delimiter);
  const candidates = INSTALLED.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...applications].find(isExecutable);
}

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

/**
 * `env` and `applications` are where it looks; a test hides an installed browser with them.
 *
 * @throws Error if `CHROME_PATH` is no executable, or if there is no browser and the shipped one cannot run here
 */
export async function findBrowser(env = process.env, applications = APPLICATIONS): Promise<Browser> {
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
  const executablePath = given || installedBrowser(env['PATH'] ?? '', applications);
  if (executablePath) return { executablePath, args, env };
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('No Chrome or Chromium was found. Install one, or set CHROME_PATH to its executable.');
  const shipped = await shippedBrowser();
  return { executablePath: shipped.executablePath, args, env: { ...env, ...shipped.env } };
}
