import type { Fault } from '../helpers/control.ts';
import { randomFrom } from '../helpers/seed.ts';

/** The fault of one request to the service, without the operation. */
type StormFault = Omit<Fault, 'operation'>;

/**
 * Faults for `count` successive requests. About two thirds of them only cause a short delay. `timeout` is the
 * gateway's.
 */
export function faultsOf(seed: number, count: number, timeout: number): StormFault[] {
  const random = randomFrom(seed);
  const faults: StormFault[] = [];
  for (let made = 0; made < count;) {
    const fault = someFault(random, timeout);
    // Short delays come in short runs, which keeps the sandbox's list of faults short.
    const times = fault.fault === 'latency' && (fault.ms ?? 0) < timeout ? 1 + Math.floor(random() * 3) : 1;
    faults.push({ ...fault, times });
    made += times;
  }
  return faults;
}

function someFault(random: () => number, timeout: number): StormFault {
  const latency = Math.floor(random() * 40);
  const luck = random();
  if (luck < 0.12) return { fault: 'drop-before', latency };
  if (luck < 0.27) return { fault: 'drop-after', latency };
  if (luck < 0.37) return { fault: 'truncated-body', latency };
  if (luck < 0.46)
    return { fault: 'status', latency, status: [500, 502, 503, 504][Math.floor(random() * 4)]! };
  // Longer than the gateway waits: the work is done after the gateway has given up.
  if (luck < 0.5) return { fault: 'latency', ms: timeout + 200 };
  if (luck < 0.53) return { fault: 'drop-after', latency: timeout + 200 };
  return { fault: 'latency', ms: latency };
}
