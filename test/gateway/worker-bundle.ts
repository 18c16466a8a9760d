/** The Worker that a merchant deploys: the entry that demo/gateway/wrangler.jsonc names, as one module. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { build } from 'vite';

const folder = join(import.meta.dirname, '../../demo/gateway');

export interface WranglerSettings {
  name: string;
  main: string;
  compatibility_date: string;
  compatibility_flags?: string[];
  vars: Record<string, string>;
  durable_objects: { bindings: [{ name: string; class_name: string }] };
  migrations: { tag: string; new_sqlite_classes: string[] }[];
  observability: { logs: { enabled: boolean; invocation_logs: boolean }; traces: { enabled: boolean } };
}

export function readWranglerSettings(): WranglerSettings {
  const file = join(folder, 'wrangler.jsonc');
  const { config, error } = ts.parseConfigFileTextToJson(file, readFileSync(file, 'utf8'));
  assert.equal(error, undefined);
  return config as WranglerSettings;
}

/** As wrangler bundles it: for Workers, so without what is Node's. */
export async function bundleWorker(): Promise<string> {
  const [bundle] = [
    await build({
      configFile: false,
      logLevel: 'warn',
      resolve: { conditions: ['workerd', 'worker', 'browser'] },
      build: {
        write: false,
        minify: false,
        target: 'es2022',
        lib: { entry: join(folder, readWranglerSettings().main), formats: ['es'], fileName: 'gateway' },
      },
    }),
  ].flat();
  assert.ok(bundle && 'output' in bundle);
  assert.equal(bundle.output.length, 1);
  return bundle.output[0].code;
}
