#!/usr/bin/env node
/** The program `storefront-gateway`: the gateway on Node, configured by its environment. */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { optionsOf } from './check-options.ts';
import { CommandError, commandOf, type Opened } from './commands.ts';
import { GatewayError, GatewayOptionsError } from './errors.ts';
import { createGateway } from './gateway.ts';
import { createLog, type Log } from './log.ts';
import { createNodeFetch } from './node-fetch.ts';
import { type RunningGateway, serve } from './node.ts';
import type { Values } from './option-table.ts';
import { type Environment, readSettings, secretsOf, warningsOf } from './settings.ts';
import { helpText, settingsInForce } from './settings-help.ts';
import { openStore } from './stores/open.ts';

/** How long a connection to the service may take, in milliseconds. */
const LONGEST_CONNECT = 10_000;

/** The steps that commands, `--check` and a start share. Throws if there is a mistake. */
async function open(settings: Values, log: Log): Promise<Opened> {
  const store = await openStore(settings['program.storeUrl'], settings['program.storePrefix']);
  try {
    await store.check();
    const options = { ...optionsOf(settings), store, log: log.write };
    const { responseLimit, timeouts } = options;
    // A connection must fail before the claim's own timeout, so that the claim knows that nothing was sent. undici's
    // timer may be half a second late.
    const connectTimeout = Math.min(LONGEST_CONNECT, timeouts.claim / 2);
    const fetch = createNodeFetch({ connectTimeout, responseLimit });
    return { options, gateway: createGateway({ ...options, fetch }) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Stops after the requests in flight. A second signal stops at once. */
function stopOnSignal(running: RunningGateway, { logger }: Log, tell: (error: unknown) => string): void {
  const stop = (signal: NodeJS.Signals) => {
    for (const each of signals) process.off(each, stop);
    const stopped = running.close();
    logger.info({ signal }, 'stopping');
    stopped.then(
      () => logger.info('stopped'),
      (error: unknown) => {
        logger.error({ reason: tell(error) }, 'stop_failed');
        process.exitCode = 1;
      },
    );
  };
  const signals = ['SIGTERM', 'SIGINT'] as const;
  for (const each of signals) process.on(each, stop);
}

const reasonOf = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}` : 'unknown reason';

class UsageError extends Error {}
class StartError extends Error {}

/** Errors whose message is for the person who started the program. */
const EXPECTED = [GatewayOptionsError, GatewayError, CommandError, UsageError, StartError];
const isExpected = (error: unknown) => EXPECTED.some((kind) => error instanceof kind);

/** Runs a command, `--check`, or the server. */
async function start(words: readonly string[], isCheck: boolean): Promise<void> {
  const command = commandOf(words);
  if (words.length && !command) throw new UsageError('There is no such command.');
  const environment: Environment = {
    variables: process.env,
    readFile: (path) => readFileSync(path, 'utf8'),
  };
  const settings = readSettings(environment);
  const warnings = [...warningsOf(settings, environment)];
  const log = createLog(settings['program.logLevel']);
  // Errors of a store or port may quote an address with a password.
  const tell = (error: unknown) =>
    secretsOf(settings).reduce((text, each) => text.replaceAll(each, '[left out]'), reasonOf(error));
  if (command && settings['program.storeUrl'] === 'memory:')
    throw new CommandError('STORE_URL is memory:, which no other process can reach. Use a shared store.');
  try {
    const opened = await open(settings, log);
    const { gateway } = opened;
    if (command) {
      try {
        await command(opened);
      } finally {
        await gateway.close();
      }
      return;
    }
    if (isCheck) {
      await gateway.close();
      process.stdout.write(`${settingsInForce(settings)}\n`);
      for (const warning of warnings) process.stderr.write(`Warning: ${warning}\n`);
      return;
    }
    for (const warning of warnings) log.logger.warn({ warning }, 'settings');
    const {
      'program.port': port,
      'program.host': host,
      'timeouts.claim': claimTimeout,
      bodyTimeout,
    } = settings;
    const running = await serve(gateway, { port, host, claimTimeout, bodyTimeout }).catch(
      async (error: unknown) => {
        // The connection to the store would keep the process running.
        await gateway.close();
        throw error;
      },
    );
    stopOnSignal(running, log, tell);
    log.logger.info({ url: running.url }, 'listening');
  } catch (error) {
    if (isExpected(error)) throw error;
    throw new StartError(`${command ? 'The command failed' : 'The gateway cannot start'}: ${tell(error)}`);
  }
}

try {
  const words = process.argv.slice(2);
  const { positionals, values } = parseArgs({
    // The argument of a command may begin with a dash, such as the reference of a claim.
    args: words[0]?.startsWith('-') ? words : words.toSpliced(2, 0, '--'),
    options: { check: { type: 'boolean' }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (values.help) process.stdout.write(helpText());
  else await start(positionals, values.check === true);
} catch (error) {
  const isUsage =
    error instanceof UsageError || ((error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ?? false);
  process.stderr.write(`${isUsage || isExpected(error) ? (error as Error).message : reasonOf(error)}\n`);
  if (isUsage) process.stderr.write('Try: storefront-gateway --help\n');
  process.exitCode = isUsage ? 2 : 1;
}
