/**
 * Shopify's rules for the schema of an app block, which Theme Check does not test.
 *
 * Types and attributes come from the JSON Schema of settings that Shopify publishes for its own editors (in the package
 * of Theme Check's docs). The rest is from
 * https://shopify.dev/docs/storefronts/themes/architecture/settings/input-settings and
 * https://shopify.dev/docs/apps/build/online-store/theme-app-extensions/configuration
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv, type AnySchemaObject } from 'ajv';
import type { Schema, Setting } from './extension.ts';

const require = createRequire(import.meta.url);
const published = (name: string) =>
  JSON.parse(
    readFileSync(require.resolve(`@shopify/theme-check-docs-updater/data/${name}.json`), 'utf8'),
  ) as AnySchemaObject;

/** Not on those pages: https://community.shopify.dev/t/theme-app-extensions-vs-sections-file-size-settings-limitations/9879 */
const MAX_SETTINGS = 25;
const MAX_STEPS = 101;

/** Those that a merchant can fill in an app block; others need a theme's own schemes, or the theme's settings file. */
const TYPES =
  'article blog checkbox collection collection_list color font_picker header html image_picker inline_richtext link_list ' +
  'liquid metaobject metaobject_list number page paragraph product product_list radio range richtext select text ' +
  'text_alignment textarea url video video_url';

const ATTRIBUTES =
  'name target javascript stylesheet enabled_on disabled_on class tag settings default available_if';

const ajv = new Ajv({ strict: false, allErrors: true });
// Only of app blocks, and so not in the list for themes.
const isAutofilled = (setting: object) => 'autofill' in setting;
const checkSetting = ajv.compile(published('setting'));
const { properties, definitions } = published('section') as Record<
  'properties' | 'definitions',
  Record<string, AnySchemaObject>
>;
const checkPlaces = ajv.compile({
  type: 'object',
  properties: { enabled_on: properties['enabled_on'], disabled_on: properties['disabled_on'] },
  definitions,
});

/** Everything that is wrong with a block's schema, in words. */
export function problemsOf(schema: Schema): string[] {
  const problems = Object.keys(schema)
    .filter((key) => !ATTRIBUTES.split(' ').includes(key))
    .map((key) => `There is no attribute ${key}.`);
  if (!['section', 'head', 'compliance_head', 'body'].includes(schema.target))
    problems.push(`There is no target ${schema.target}.`);
  if ('enabled_on' in schema && 'disabled_on' in schema)
    problems.push('Only one of enabled_on and disabled_on.');
  if (!checkPlaces(schema)) problems.push(ajv.errorsText(checkPlaces.errors));
  if (schema.settings.length > MAX_SETTINGS) problems.push(`${schema.settings.length} settings.`);
  const ids = schema.settings.flatMap(({ id }) => id ?? []);
  for (const id of new Set(ids.filter((each, index) => ids.indexOf(each) !== index)))
    problems.push(`${id} is there twice.`);
  return [...problems, ...schema.settings.flatMap((setting) => problemsOfSetting(setting, schema.target))];
}

function problemsOfSetting(setting: Setting, target: string): string[] {
  const problems: string[] = [];
  const wrong = (text: string) => problems.push(`${setting.id ?? setting.type}: ${text}`);
  const { type, id, default: value, options, min, max, step = 1 } = setting;
  if (!TYPES.split(' ').includes(type)) wrong(`an app block has no ${type}`);
  const { autofill, ...rest } = setting as Setting & { autofill?: boolean };
  if (!checkSetting(rest)) wrong(ajv.errorsText(checkSetting.errors));
  if (isAutofilled(setting) && (autofill !== true || target !== 'section' || !isResource(type)))
    wrong('autofill is for the resources of app blocks');
  if (id !== undefined && !/^[a-z][a-z0-9_]*$/.test(id)) wrong('an id has small letters, digits and _');
  if (value === '') wrong('an empty default is none');
  if (type === 'url' && value !== undefined && !['/collections', '/collections/all'].includes(String(value)))
    wrong('a default link is /collections or /collections/all');
  if (
    type === 'color' &&
    value !== undefined &&
    !/^#([\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i.test(String(value))
  )
    wrong('a default colour is hexadecimal');
  if (options && !options.some((option) => option.value === value)) wrong('the default is no option');
  if (options && new Set(options.map((option) => option.value)).size < options.length)
    wrong('an option is there twice');
  if (type === 'range' && min !== undefined && max !== undefined && typeof value === 'number') {
    const steps = (max - min) / step;
    if (steps + 1 > MAX_STEPS || steps < 2) wrong(`${steps + 1} steps`);
    if (value < min || value > max || !Number.isInteger((value - min) / step))
      wrong('the default is no step');
    if (((setting as { unit?: string }).unit ?? '').length > 3) wrong('a unit has three characters at most');
  }
  return problems;
}

const isResource = (type: string) =>
  ['article', 'blog', 'collection', 'page', 'product', 'metaobject'].includes(type);
