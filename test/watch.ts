/** `npm run test:watch -- otp-login`: runs the browser tests of an element again after each change. */
import { spawnSync } from 'node:child_process';

const files = `test/**/*${process.argv[2] ?? ''}!(*.soak).browser.test.ts`;
const words = ['--config', 'test/wtr.config.mjs', '--watch', '--files', files];
process.exitCode = spawnSync('node_modules/.bin/wtr', words, { stdio: 'inherit' }).status ?? 1;
