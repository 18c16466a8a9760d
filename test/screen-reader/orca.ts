/**
 * Orca, the screen reader of Linux, in Firefox ESR on a display, a message bus and a home folder of its own. Nothing is
 * audible: a dummy takes the speech, and Orca's log has each line that it spoke.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { firefox } from '../engines/firefox.ts';
import { startDisplay } from '../engines/webkit.ts';

/** The longest wait for a line, in milliseconds. */
const PATIENCE = 60_000;

/** After so many milliseconds without a line Orca has finished. */
const SILENCE = 1500;

const files = {
  'speech/speechd.conf': 'AudioOutputMethod "libao"\nAddModule "dummy" "sd_dummy" ""\nDefaultModule dummy\n',
  '.libao': 'default_driver=null\n',
  // Without this Orca writes its log in blocks, long after it has spoken.
  '.local/share/orca/orca-customizations.py':
    'from orca import debug\ndebug.debugFile.reconfigure(line_buffering=True)\n',
};

export interface Reader {
  page: Page;
  /** Waits for silence, and returns what has been spoken since the last call. With a text, waits until that is spoken. */
  hear: (text?: string) => Promise<string[]>;
  stop: () => Promise<void>;
}

/** Waits until a condition is met. */
async function until(isSo: () => unknown, name: string): Promise<void> {
  for (const end = Date.now() + PATIENCE; !(await isSo());) {
    if (Date.now() > end) throw new Error(`Waited in vain for ${name}.`);
    await wait(100);
  }
}

export async function startReader(address: string): Promise<Reader> {
  const home = mkdtempSync(join(tmpdir(), 'orca-'));
  const display = await startDisplay();
  const children: ChildProcess[] = [display.process];
  let browser: Browser | undefined;
  const stop = async () => {
    await browser?.close();
    for (const child of children.reverse()) child.kill('SIGKILL');
    try {
      rmSync(home, { recursive: true });
    } catch {
      // A portal that Firefox started has a file system of its own in there.
    }
  };
  try {
    const { env, hear } = await startOrca(home, display.name, children);
    browser = await puppeteer.launch({ ...firefox, headless: false, env, timeout: PATIENCE });
    const page = await openPage(browser, address, env);
    await hear();
    return { page, hear, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Opens the address in a page that has the focus. */
async function openPage(browser: Browser, address: string, env: Record<string, string>): Promise<Page> {
  const [first] = await browser.pages();
  const page = first ?? (await browser.newPage());
  await page.goto('data:text/html,<title>Empty</title>');
  // Without a window manager a page has the focus when it has been clicked.
  await until(() => {
    execFileSync('xdotool', ['mousemove', '640', '600', 'click', '1'], { env });
    return page.evaluate(() => document.hasFocus());
  }, 'the focus');
  await page.goto(address);
  return page;
}

/** Starts Orca and the services it needs, and waits until it has introduced itself. */
async function startOrca(
  home: string,
  display: string,
  children: ChildProcess[],
): Promise<{ env: Record<string, string>; hear: Reader['hear'] }> {
  const run = join(home, 'run');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(home, name, '..'), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  mkdirSync(join(run, 'speech-dispatcher'), { recursive: true, mode: 0o700 });
  const env: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    LANG: 'C.UTF-8',
    HOME: home,
    XDG_RUNTIME_DIR: run,
    DISPLAY: display,
    GNOME_ACCESSIBILITY: '1',
  };
  const start = (program: string, ...words: string[]) =>
    children.push(spawn(program, words, { env, stdio: 'ignore' }));
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(bus);
  const [line] = (await once(bus.stdout, 'data')) as [Buffer];
  // The services that the bus starts inherit this pipe, and would keep the test running.
  bus.stdout.destroy();
  env['DBUS_SESSION_BUS_ADDRESS'] = line.toString().trim();
  start('/usr/libexec/at-spi-bus-launcher', '--launch-immediately');
  start('speech-dispatcher', '--run-single', '-C', join(home, 'speech'));
  const log = join(home, 'orca.log');
  writeFileSync(log, '');
  await until(() => existsSync(join(run, 'speech-dispatcher', 'speechd.sock')), 'the speech dispatcher');
  start('orca', '--replace', `--debug-file=${log}`);

  const spoken = () =>
    [...readFileSync(log, 'utf8').matchAll(/SPEECH OUTPUT: '(.*)'\s*\{.*\}$/gm)].map(([, said]) =>
      // Without the marks that isolate an address.
      said!.replaceAll(/[\u2066-\u2069]/g, ''),
    );
  let heard = 0;
  const hear = async (text?: string) => {
    const isHeard = () =>
      spoken()
        .slice(heard)
        .some((said) => said.includes(text!));
    if (text) await until(isHeard, `"${text}"`);
    let count = spoken().length;
    for (let since = Date.now(); Date.now() - since < SILENCE; await wait(100)) {
      const { length } = spoken();
      if (length !== count) [count, since] = [length, Date.now()];
    }
    const said = spoken().slice(heard);
    heard += said.length;
    return said;
  };

  await hear('Screen reader on');
  return { env, hear };
}
