/** One instance of the gateway as a process of its own, for tests that kill it: `node instance.ts <JSON of InstanceSettings>`. */
import { createGateway } from '../../src/gateway/index.ts';
import { serve } from '../../src/gateway/node.ts';
import type { GatewayOptions } from '../../src/gateway/options.ts';
import { openStore } from '../../src/gateway/stores/open.ts';

export interface InstanceSettings {
  port: number;
  /** `redis://…` or `file:/…` */
  store: string;
  options: Omit<GatewayOptions, 'store' | 'log'>;
}

const { port, store, options } = JSON.parse(process.argv[2] ?? '') as InstanceSettings;
const gateway = createGateway({
  ...options,
  store: await openStore(store),
  log: (entry) => {
    if (entry.event !== 'request') process.stdout.write(`${JSON.stringify(entry)}\n`);
  },
});
const running = await serve(gateway, { port, claimTimeout: options.timeouts?.claim });
process.stdout.write('listening\n');
process.once('SIGTERM', () => void running.close().then(() => process.exit()));
