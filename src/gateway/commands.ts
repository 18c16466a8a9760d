/** The program's commands for operators: `claims list`, `claims clear REFERENCE` and `sessions end EMAIL`. */
import process from 'node:process';
import { GatewayError } from './errors.ts';
import { clearOpenClaim, listOpenClaims, type OpenClaim } from './open-claims.ts';
import type { Gateway, GatewayOptions } from './options.ts';
import type { GatewayStore } from './stores/store.ts';

/** A command that cannot be carried out. The message is for the operator. */
export class CommandError extends Error {}

/** The gateway of a command, with the store of the gateways that are running. */
export interface Opened {
  gateway: Gateway;
  options: GatewayOptions & { store: GatewayStore };
}

type Command = (opened: Opened) => Promise<void>;

/** Returns a command that the command line names; undefined if there is none. */
export function commandOf([group, action, ...words]: readonly string[]): Command | undefined {
  const [word] = words;
  const name = `${group} ${action}`;
  if (name === 'claims list' && words.length === 0) return listClaims;
  if (word === undefined || words.length > 1) return undefined;
  if (name === 'claims clear') return ({ options }) => clearClaim(options, word);
  if (name === 'sessions end') return ({ gateway }) => endSessions(gateway, word);
  return undefined;
}

const write = (line: string): void => void process.stdout.write(`${line}\n`);

async function listClaims({ options }: Opened): Promise<void> {
  for await (const claim of listOpenClaims(options)) write(lineOf(claim));
}

async function clearClaim(options: Opened['options'], reference: string): Promise<void> {
  const claim = await clearOpenClaim(options, reference);
  if (!claim) throw new CommandError('No claim with this reference is unconfirmed.');
  if (claim.state === 'under_way') throw new CommandError('This claim is under way. Try again in a minute.');
  if (claim.state === 'unreadable')
    throw new CommandError(
      'This claim cannot be read: it was stored with another GATEWAY_SECRET or CLAIM_KEYS, and its reward may have ' +
        'been granted. If another gateway shares this store, run the command with its settings. If a key was ' +
        'removed from CLAIM_KEYS, add it again. If GATEWAY_SECRET was replaced, this record is no longer used.',
    );
  write(lineOf(claim));
}

async function endSessions(gateway: Gateway, email: string): Promise<void> {
  await gateway.endSessions(email).catch((error: unknown) => {
    const isInvalid = error instanceof GatewayError && error.status === 400;
    throw isInvalid ? new CommandError('EMAIL must be one email address.') : error;
  });
  write('All sessions of this address have ended.');
}

const lineOf = ({ reference, state, age }: OpenClaim): string =>
  `${reference}  ${state}  ${age === undefined ? 'age unknown' : ageOf(age)}`;

function ageOf(seconds: number): string {
  for (const [unit, length] of [
    ['days', 86_400],
    ['hours', 3600],
    ['minutes', 60],
  ] as const)
    if (seconds >= 2 * length) return `${Math.floor(seconds / length)} ${unit}`;
  return `${seconds} seconds`;
}
