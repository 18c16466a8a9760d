/**
 * For `node --test --import`: ends the process of a test file half a minute after its last test. A server or a child process
 * that failed preparation left behind would keep it alive.
 */
import { after } from 'node:test';

const GRACE = 30_000;

// The runner itself loads this file too.
if (process.env['NODE_TEST_CONTEXT']) after(() => setTimeout(() => process.exit(), GRACE).unref());
