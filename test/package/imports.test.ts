/** The package as its users import it: in Node, on a server that renders, and in a bundler. */
import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { exampleOf } from './examples.ts';
import { type PackageName, type PackedPackage, packPackage } from './packed.ts';
import { bundle, inNode as runInNode } from './use.ts';

let packed: PackedPackage;

before(async () => {
  packed = await packPackage();
});
after(() => packed.remove());

const inNode = (code: string) => runInNode(packed.folder, code);
/** The page's script, with the chunks that it imports statically. */
async function bundled(code: string): Promise<string> {
  const files = await bundle(packed.folder, code);
  const paths = new Set(['/page.js']);
  for (const path of paths)
    for (const [, imported] of files[path]!.matchAll(/^import\b[^;()]*"(\.[^"]+)";/gm))
      paths.add(posix.join(posix.dirname(path), imported!));
  return [...paths].map((path) => files[path]).join('\n');
}

describe('In Node, without a DOM,', () => {
  const packages: [PackageName, least: number][] = [
    ['storefront-elements', 10],
    ['storefront-gateway', 5],
  ];
  for (const [name, least] of packages)
    test(`every import of ${name} can be imported`, async (t) => {
      const { folder, manifest, remove } = await packPackage(name);
      t.after(remove);
      const imports = Object.entries(manifest.exports).flatMap(([path, target]) =>
        JSON.stringify(target).includes('.json') ? [] : [`${name}${path.slice(1)}`],
      );
      assert.ok(imports.length >= least, imports.join());
      for (const each of imports)
        assert.equal(
          await runInNode(
            folder,
            `if ('document' in globalThis) throw new Error('There is a document.');
            await import(${JSON.stringify(each)}); console.log('imported');`,
          ),
          'imported\n',
          each,
        );
    });

  test('the manifest can be, too', async () => {
    const code = `import manifest from 'storefront-elements/custom-elements.json' with { type: 'json' };
      console.log(manifest.schemaVersion);`;
    assert.equal(await inNode(code), '2.1.0\n');
  });

  test('the client comes without Lit', async () => {
    const lit = (name: string) =>
      inNode(`await import('${name}'); console.log('litElementVersions' in globalThis);`);
    assert.equal(await lit('storefront-elements'), 'true\n');
    assert.equal(await lit('storefront-elements/api'), 'false\n');
  });

  test('a server draws all three elements, as documented', async () => {
    const example = exampleOf('server', 'js');
    const page = await inNode(`${example.replace('export const page', 'const page')}\nconsole.log(page);`);
    const text = page.replace(/<style>.*?<\/style>|<!--.*?-->/gs, '');
    assert.equal([...text.matchAll(/shadowrootmode="open"/g)].length, 3);
    assert.match(text, /<collection-timeline.*First light.*<\/collection-timeline>/s);
    assert.match(text, /<otp-login.*<input[^>]* type="email".*<\/otp-login>/s);
    assert.match(text, /<reward-claim.*<button.*<\/reward-claim>/s);
  });
});

describe('In a bundler', () => {
  test('a page that only calls the client has nothing of the elements, and one operation of many', async () => {
    const code = await bundled(`import { createClient, createOtp } from 'storefront-elements';
      createOtp(createClient({ baseUrl: '/apps/rewards' }), { email: 'shopper@example.com' });`);
    assert.match(code, /\/v1\/access\/otp/);
    assert.doesNotMatch(code, /litElementVersions|attachShadow|\/v1\/rewards/);
  });

  test('a page that names a class and does not use it has nothing of it', async () => {
    const code = await bundled(`import { OtpLogin } from 'storefront-elements';
      console.log('nothing');`);
    assert.match(code, /nothing/);
    assert.doesNotMatch(code, /litElementVersions|otp-login/);
  });

  test('importing for the effect keeps the registration of that element, and of no other', async () => {
    const code = await bundled(`import 'storefront-elements/otp-login/define';`);
    assert.match(code, /customElements\.define/);
    assert.match(code, /"otp-login"|'otp-login'/);
    assert.doesNotMatch(code, /collection-timeline|reward-claim/);
    const all = await bundled(`import 'storefront-elements/define';`);
    for (const tag of ['collection-timeline', 'otp-login', 'reward-claim'])
      assert.match(all, new RegExp(`define\\(["']${tag}["']`));
    // The gateway is for servers: a shopper loads nothing of it.
    assert.doesNotMatch(all, /createGateway|Hono|claim_unconfirmed|pino|ioredis/);
  });
});
