#!/usr/bin/env node
/** The program `storefront-gateway`: the gateway on Node, configured by its environment. */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { CommandError, runClaimsCommand } from './claims-command.ts';
import { GatewayOptionsError } from './errors.ts';
import { createGateway } from './gateway.ts';
import { createLog, type Log } from './log.ts';
import { createNodeFetch } from './node-fetch.ts';
import { type RunningGateway, serve } from './node.ts';
import type { OpenClaimsOptions } from './open-claims.ts';
import type { Gateway } from './options.ts';
import { optionsOf, readSettings, secretsOf, SettingsError, warningsOf } from './settings.ts';
import { helpText, settingsInForce } from './settings-help.ts';
import type { Settings } from './settings-table.ts';
import { openStore } from './stores/open.ts';

/** The steps that `--check` and a start share. Throws if there is a mistake. */
async function prepare(settings: Settings, log: Log): Promise<Gateway> {
  const store = await openStore(settings.STORE_URL);
  try {
    await store.check();
    const options = optionsOf(settings);
    const fetch = createNodeFetch({ responseLimit: options.responseLimit });
    return createGateway({ ...options, store, log: log.write, fetch });
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

const isPersonAtFault = (error: unknown) =>
  [SettingsError, GatewayOptionsError, CommandError].some((kind) => error instanceof kind);

/** Reads the environment. */
function configure() {
  const settings = readSettings({
    variables: process.env,
    readFile: (path) => readFileSync(path, 'utf8'),
  });
  const secrets = secretsOf(settings);
  return { settings, secrets, log: createLog(settings.LOG_LEVEL, secrets) };
}

/** Opens the store for a command that looks at claims while the gateway runs. */
async function openForCommand(): Promise<OpenClaimsOptions> {
  const { settings, log } = configure();
  if (settings.STORE_URL === 'memory:')
    throw new CommandError(
      'Claims in memory belong to the running gateway. Set STORE_URL to a shared store.',
    );
  const { secret, claims } = optionsOf(settings);
  return { secret, claims, log: log.write, store: await openStore(settings.STORE_URL) };
}

async function start(isCheck: boolean): Promise<void> {
  const { settings, secrets, log } = configure();
  try {
    const gateway = await prepare(settings, log);
    if (isCheck) {
      await gateway.close();
      process.stdout.write(`${settingsInForce(settings)}\n`);
      for (const warning of warningsOf(settings)) process.stderr.write(`Warning: ${warning}\n`);
      return;
    }
    for (const warning of warningsOf(settings)) log.logger.warn({ warning }, 'settings');
    const { PORT: port, HOST: host, CLAIM_TIMEOUT: claimTimeout } = settings;
    // This process runs nothing but the gateway, and faster globals halve the processor time per answer.
    const running = await serve(gateway, { port, host, claimTimeout, replaceGlobals: true });
    stopOnSignal(running, log);
    log.logger.info({ url: running.url }, 'listening');
  } catch (error) {
    if (isPersonAtFault(error)) throw error;
    // Errors of a store or port may quote an address with a password.
    const reason = secrets.reduce((text, each) => text.replaceAll(each, '[left out]'), reasonOf(error));
    throw new StartError(`The gateway cannot start: ${reason}`);
  }
}

class StartError extends Error {}

try {
  const { values, positionals } = parseArgs({
    options: { check: { type: 'boolean' }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [command, ...rest] = positionals;
  if (values.help) process.stdout.write(helpText());
  else if (command === undefined) await start(values.check === true);
  else if (command !== 'claims' || !(await runClaimsCommand(rest, openForCommand)))
    throw Object.assign(new Error('There is no such command.'), { code: 'ERR_PARSE_ARGS' });
} catch (error) {
  const isUsage = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ?? false;
  const isExpected = isUsage || isPersonAtFault(error) || error instanceof StartError;
  process.stderr.write(`${isExpected ? (error as Error).message : reasonOf(error)}\n`);
  if (isUsage) process.stderr.write('Try: storefront-gateway --help\n');
  process.exitCode = isUsage ? 2 : 1;
}
