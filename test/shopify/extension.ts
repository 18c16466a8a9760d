/** The extension as it is deployed, in a folder of its own: its sources with the built files in `assets/`. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillExtension } from '../../build/plugins.ts';
import { builtFiles } from '../helpers/built.ts';

export interface Extension {
  folder: string;
  /** Every file by its path in the extension, such as `blocks/otp-login.liquid`. */
  files: Map<string, string>;
  /** The schema of a block by its name, such as `otp-login`. */
  schemas: Map<string, Schema>;
  remove(): void;
}

export interface Setting {
  type: string;
  id?: string;
  label?: string;
  content?: string;
  info?: string;
  default?: string | number | boolean;
  options?: { value: string; label: string }[];
  min?: number;
  max?: number;
  step?: number;
}

export interface Schema {
  name: string;
  target: string;
  javascript?: string;
  stylesheet?: string;
  settings: Setting[];
}

/** Copies the sources and puts the built files beside them, as `npm run build:shopify` does. */
export async function makeExtension(): Promise<Extension> {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-extension-'));
  cpSync(join(import.meta.dirname, '../../demo/shopify/extensions/storefront-elements'), folder, {
    recursive: true,
  });
  await fillExtension(await builtFiles(), join(folder, 'assets'));
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = new Map(
    paths
      .filter((path) => statSync(join(folder, path)).isFile())
      .sort()
      .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(folder, path), 'utf8')]),
  );
  const schemas = new Map(
    [...files]
      .filter(([path]) => path.startsWith('blocks/'))
      .map(([path, liquid]) => [path.slice('blocks/'.length, -'.liquid'.length), schemaOf(liquid)]),
  );
  return { folder, files, schemas, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const schemaOf = (liquid: string): Schema =>
  JSON.parse(/\{% schema %\}([^]*)\{% endschema %\}/.exec(liquid)![1]!) as Schema;
