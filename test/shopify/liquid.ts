/**
 * Renders the extension's blocks as Shopify does: Liquid by liquidjs, and of Shopify's own tags, filters and objects
 * those that the blocks use, as https://shopify.dev/docs/api/liquid describes them.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import {
  type Context,
  type Emitter,
  Liquid,
  type Parser,
  Tag,
  type TagToken,
  type Template,
  type TopLevelToken,
} from 'liquidjs';
import type { Extension } from './extension.ts';

/** A setting of type `color` gives such an object, and prints as it was chosen: https://shopify.dev/docs/api/liquid/objects/color */
class Color {
  readonly hex: string;
  constructor(hex: string) {
    assert.match(hex, /^#[\da-f]{6}$/i, 'the editor takes nothing else');
    this.hex = hex;
  }
  toString(): string {
    return this.hex;
  }
}

export interface RenderOptions {
  extension: Extension;
  block: string;
  /** The settings that the merchant has changed. The others have the defaults of the schema. */
  settings?: Record<string, unknown>;
  id?: string;
  locale?: string;
  designMode?: boolean;
  customer?: { email: string };
  /** Where the CDN has the assets. */
  assets: string;
}

/** The values of settings without a default, by type, before the merchant changes them. */
const initial: Record<string, unknown> = { checkbox: false, collection: null, color: null, number: null };

function settingsOf({ extension, block, settings = {} }: RenderOptions): Record<string, unknown> {
  const schema = extension.schemas.get(block)!;
  const all = schema.settings.filter(({ id }) => id !== undefined);
  for (const id of Object.keys(settings))
    assert.ok(
      all.some((each) => each.id === id),
      `no setting ${id}`,
    );
  return Object.fromEntries(
    all.map(({ id, type, default: value }) => {
      const unset = type in initial ? initial[type] : '';
      const chosen = settings[id!] ?? value ?? unset;
      return [id, type === 'color' && typeof chosen === 'string' ? new Color(chosen) : chosen];
    }),
  );
}

/** `{% style %}`: https://shopify.dev/docs/api/liquid/tags/style */
class Style extends Tag {
  readonly #inside: Template[];

  constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid, parser: Parser) {
    super(token, rest, liquid);
    const end = rest.findIndex((each) => (each as Partial<TagToken>).name === 'endstyle');
    assert.ok(end >= 0, 'the style ends');
    this.#inside = parser.parseTokens(rest.splice(0, end + 1).slice(0, -1));
  }

  *render(context: Context, emitter: Emitter): Generator<unknown, void> {
    emitter.write('<style data-shopify>');
    yield this.liquid.renderer.renderTemplates(this.#inside, context, emitter);
    emitter.write('</style>');
  }
}

/** A tag whose inside is not drawn. */
const unseen = (end: string) => ({
  parse(_: TagToken, rest: TopLevelToken[]) {
    while (rest.length && (rest.shift() as TagToken).name !== end);
  },
  render: () => '',
});

function engineFor({ extension, locale = 'en', assets }: RenderOptions): Liquid {
  const engine = new Liquid({
    root: join(extension.folder, 'blocks'),
    partials: join(extension.folder, 'snippets'),
    extname: '.liquid',
    strictFilters: true,
  });
  engine.registerTag('schema', unseen('endschema'));
  engine.registerTag('doc', unseen('enddoc'));
  engine.registerTag('style', Style);
  engine.registerFilter('asset_url', (name: string) => {
    assert.ok(extension.files.has(`assets/${name}`), name);
    return `${assets}/${name}`;
  });
  engine.registerFilter('color_to_rgb', (color: unknown) => {
    assert.ok(color instanceof Color, 'only colours');
    const [red, green, blue] = [1, 3, 5].map((at) => parseInt(color.hex.slice(at, at + 2), 16));
    return `rgb(${red}, ${green}, ${blue})`;
  });
  // The shop's language, else the extension's own: https://shopify.dev/docs/storefronts/themes/architecture/locales
  const own =
    extension.files.get(`locales/${locale}.json`) ?? extension.files.get('locales/en.default.json')!;
  const words = JSON.parse(own) as Record<string, unknown>;
  engine.registerFilter('t', (key: string) => {
    const text = key.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], words);
    assert.equal(typeof text, 'string', key);
    return text;
  });
  return engine;
}

/** A block's HTML in the wrapper that Shopify puts around it; an app embed has one too. */
export async function renderBlock(options: RenderOptions): Promise<string> {
  const { block, id = 'AYkZ3d0tNbGx1', designMode = false, customer = null } = options;
  const { target } = options.extension.schemas.get(block)!;
  const context = {
    block: {
      id,
      type: `shopify://apps/storefront/blocks/${block}/1`,
      settings: settingsOf(options),
      // Empty outside of the editor.
      shopify_attributes: designMode ? `data-shopify-editor-block='{"id":"${id}","type":"${block}"}'` : '',
    },
  };
  // Snippets have these too.
  const globals = {
    request: { design_mode: designMode },
    shop: { currency: 'EUR' },
    cart: { currency: { iso_code: 'CAD' } },
    customer,
  };
  const inside = (await engineFor(options).renderFile(block, context, { globals })) as string;
  return `<div id="shopify-block-${id}" class="shopify-block ${
    target === 'section' ? 'shopify-app-block' : ''
  }">${inside}</div>`;
}

/** The tags that Shopify puts into the `<head>` for the blocks of a page: each file once. */
export function headFor(extension: Extension, blocks: string[], assets: string): string {
  const schemas = blocks.map((block) => extension.schemas.get(block)!);
  const styles = new Set(schemas.map(({ stylesheet }) => stylesheet));
  const scripts = new Set(schemas.flatMap(({ javascript }) => javascript ?? []));
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" href="${assets}/${file}" media="all">`),
    ...[...scripts].map((file) => `<script async src="${assets}/${file}"></script>`),
  ].join('\n');
}
