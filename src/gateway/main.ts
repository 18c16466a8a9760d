#!/usr/bin/env node
/** The program `storefront-gateway`: the gateway on Node, configured by its environment. */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { optionsOf } from './check-options.ts';
import { GatewayOptionsError } from './errors.ts';
import { createGateway } from './gateway.ts';
import { createLog, type Log } from './log.ts';
import { createNodeFetch, type RunningGateway, serve } from './node.ts';
import type { Values } from './option-table.ts';
import type { Gateway } from './options.ts';
import { readSettings, secretsOf, warningsOf } from './settings.ts';
import { helpText, settingsInForce } from './settings-help.ts';
import { openStore } from './stores/open.ts';

/** The steps that `--check` and a start share. Throws if there is a mistake. */
async function prepare(settings: Values, log: Log): Promise<Gateway> {
  const store = await openStore(settings['program.storeUrl']);
  try {
    await store.check();
    return createGateway({ ...optionsOf(settings), store, log: log.write, fetch: createNodeFetch() });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Stops after the requests in flight. A second signal stops at once. */
function stopOnSignal(running: RunningGateway, { logger }: Log): void {
  const stop = (signal: NodeJS.Signals) => {
    for (const each of signals) process.off(each, stop);
    const stopped = running.close();
    logger.info({ signal }, 'stopping');
    stopped.then(
      () => logger.info('stopped'),
      (error: unknown) => {
        logger.error({ reason: reasonOf(error) }, 'stop_failed');
        process.exitCode = 1;
      },
    );
  };
  const signals = ['SIGTERM', 'SIGINT'] as const;
  for (const each of signals) process.on(each, stop);
}

const reasonOf = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}` : 'unknown reason';

async function start(isCheck: boolean): Promise<void> {
  const settings = readSettings({
    variables: process.env,
    readFile: (path) => readFileSync(path, 'utf8'),
  });
  const secrets = secretsOf(settings);
  const log = createLog(settings['program.logLevel'], secrets);
  try {
    const gateway = await prepare(settings, log);
    if (isCheck) {
      await gateway.close();
      process.stdout.write(`${settingsInForce(settings)}\n`);
      for (const warning of warningsOf(settings)) process.stderr.write(`Warning: ${warning}\n`);
      return;
    }
    for (const warning of warningsOf(settings)) log.logger.warn({ warning }, 'settings');
    const { 'program.port': port, 'program.host': host, 'timeouts.claim': claimTimeout } = settings;
    // This process runs nothing but the gateway, and faster globals halve the processor time per answer.
    const running = await serve(gateway, { port, host, claimTimeout, replaceGlobals: true });
    stopOnSignal(running, log);
    log.logger.info({ url: running.url }, 'listening');
  } catch (error) {
    if (error instanceof GatewayOptionsError) throw error;
    // Errors of a store or port may quote an address with a password.
    const reason = secrets.reduce((text, each) => text.replaceAll(each, '[left out]'), reasonOf(error));
    throw new StartError(`The gateway cannot start: ${reason}`);
  }
}

class StartError extends Error {}

try {
  const { values } = parseArgs({
    options: { check: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) process.stdout.write(helpText());
  else await start(values.check === true);
} catch (error) {
  const isUsage = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ?? false;
  const isExpected = isUsage || error instanceof GatewayOptionsError || error instanceof StartError;
  process.stderr.write(`${isExpected ? (error as Error).message : reasonOf(error)}\n`);
  if (isUsage) process.stderr.write('Try: storefront-gateway --help\n');
  process.exitCode = isUsage ? 2 : 1;
}
