/** `storefront-gateway claims list` and `storefront-gateway claims clear REFERENCE`. */
import process from 'node:process';
import { clearOpenClaim, listOpenClaims, type OpenClaim, type OpenClaimsOptions } from './open-claims.ts';

/** What the operator asked for cannot be done. */
export class CommandError extends Error {}

/** Runs `claims` with the rest of the command line. False if there is no such command. */
export async function runClaimsCommand(
  [command, reference, ...rest]: readonly string[],
  open: () => Promise<OpenClaimsOptions>,
): Promise<boolean> {
  const isList = command === 'list' && reference === undefined;
  const isClear = command === 'clear' && reference !== undefined && rest.length === 0;
  if (!isList && !isClear) return false;
  const options = await open();
  try {
    if (isList) for await (const claim of listOpenClaims(options)) print(claim);
    else if (isClear) await clear(options, reference);
  } finally {
    await options.store.close();
  }
  return true;
}

async function clear(options: OpenClaimsOptions, reference: string): Promise<void> {
  const claim = await clearOpenClaim(options, reference);
  if (!claim) throw new CommandError('No claim with this reference is unconfirmed.');
  if (claim.state === 'under_way') throw new CommandError('This claim is under way. Try again in a minute.');
  print(claim);
}

const print = ({ reference, state, age }: OpenClaim): void =>
  void process.stdout.write(`${reference}  ${state}  ${age === undefined ? 'age unknown' : ageOf(age)}\n`);

function ageOf(seconds: number): string {
  for (const [unit, length] of [
    ['days', 86_400],
    ['hours', 3600],
    ['minutes', 60],
  ] as const)
    if (seconds >= 2 * length) return `${Math.floor(seconds / length)} ${unit}`;
  return `${seconds} seconds`;
}
