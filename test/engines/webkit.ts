/** WebKitGTK, which Debian's packages `webkit2gtk-driver` and `xvfb` bring; it draws on a display of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver';
import { onFreePort } from '../helpers/ports.ts';

export interface WebKit {
  driver: WebDriver;
  close(): Promise<void>;
}

/** Without a window manager the window under the pointer has the focus: the middle of the screen must be in it. */
export async function startDisplay(): Promise<{ name: string; process: ChildProcess }> {
  const screen = ['-screen', '0', '1280x1000x24', '-nolisten', 'tcp'];
  const child = spawn('Xvfb', ['-displayfd', '3', ...screen], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const failed = once(child, 'error').then(([error]) => {
    throw error as Error;
  });
  const [number] = (await Promise.race([once(child.stdio[3]!, 'data'), failed])) as [Buffer];
  return { name: `:${number.toString().trim()}`, process: child };
}

/** Starts WebKitWebDriver, and waits until it takes connections; it does not say so. */
async function startService(
  port: number,
  display: string,
): Promise<{ address: string; service: ChildProcess }> {
  const address = `http://127.0.0.1:${port}`;
  const service = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1' },
    stdio: 'ignore',
  });
  while (!(await fetch(`${address}/status`).catch(() => undefined))?.ok) {
    if (service.exitCode !== null || service.signalCode !== null)
      throw new Error('WebKitWebDriver did not start.');
    await wait(50);
  }
  return { address, service };
}

/** Starts a browser with storage and a display of its own: WebKitWebDriver takes one session at a time. */
export async function startWebKit(): Promise<WebKit> {
  const [binary] = globSync('/usr/lib/*/webkit{,2}gtk-4.*/MiniBrowser');
  if (!binary) throw new Error('WebKitGTK is missing: apt-get install webkit2gtk-driver xvfb');
  const display = await startDisplay();
  let service: ChildProcess | undefined;
  const stop = () => {
    service?.kill();
    display.process.kill();
  };
  try {
    const started = await onFreePort((port) => startService(port, display.name));
    ({ service } = started);
    const capabilities = new Capabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': {
        binary, // Tests of attacks watch where a page leads with the Navigation API.
        args: ['--automation', '--features=+NavigationAPI'],
      },
    });
    const driver = await new Builder().usingServer(started.address).withCapabilities(capabilities).build();
    return {
      driver,
      close: async () => {
        await driver.quit().catch(() => undefined);
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}
