/** Firefox ESR, driven over WebDriver BiDi; `FIREFOX_PATH` selects another Firefox. */
import type { LaunchOptions } from 'puppeteer-core';

export const firefox: LaunchOptions = {
  browser: 'firefox',
  executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
  headless: true,
  extraPrefsFirefox: {
    // Firefox repeats requests whose connection breaks, but a test breaks one to see its loss handled.
    'network.http.request.max-attempts': 1,
  },
};
