import assert from 'node:assert/strict';
import { createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { describe, test } from 'node:test';
import { createVault } from '../../src/gateway/vault.ts';

const SECRET = 'a secret of the gateway, 32 bytes and more';
const NEW = { kid: 'claims.2026-11', secret: 'the new secret for claims, 32 bytes and more' };
const OLD = {
  kid: 'claims.2026-05',
  secret: new TextEncoder().encode('the old secret for claims, 32 bytes'),
};

const derived = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), purpose, 32));

describe('hashes of the vault', () => {
  test('are HMAC-SHA256 by a key that HKDF makes of the secret, as node:crypto reckons it', async () => {
    const expected = createHmac('sha256', derived(SECRET, 'storefront-gateway hash'))
      .update('token\ngrant-0001')
      .digest('base64url');
    assert.equal(await createVault(SECRET).hash('token', 'grant-0001'), expected);
  });

  test('are other ones for another kind, another value and another secret', async () => {
    const vault = createVault(SECRET);
    const hashes = await Promise.all([
      vault.hash('token', 'one'),
      vault.hash('email', 'one'),
      vault.hash('token', 'two'),
      createVault(`${SECRET}!`).hash('token', 'one'),
    ]);
    assert.equal(new Set(hashes).size, 4);
  });

  test('stay the same when the keys that seal are changed', async () => {
    const before = await createVault(SECRET, [OLD]).hash('token', 'one');
    assert.equal(await createVault(SECRET, [NEW, OLD]).hash('token', 'one'), before);
    assert.equal(await createVault(new TextEncoder().encode(SECRET)).hash('token', 'one'), before);
  });
});

describe('values in the vault', () => {
  const value = { discountCode: 'NL-äöü-1', list: [1, null, 'x'] };

  test('are AES-256-GCM with the context authenticated, as node:crypto reads it', async () => {
    const sealed = await createVault(SECRET, [NEW]).seal(value, 'claim:x');
    const [ciphertext, iv, ...kid] = sealed.split('.').reverse();
    assert.equal(kid.reverse().join('.'), NEW.kid);
    const bytes = Buffer.from(ciphertext!, 'base64url');
    const decipher = createDecipheriv(
      'aes-256-gcm',
      derived(NEW.secret, 'storefront-gateway seal'),
      Buffer.from(iv!, 'base64url'),
    );
    decipher.setAAD(Buffer.from(`${NEW.kid}\nclaim:x`));
    decipher.setAuthTag(bytes.subarray(-16));
    const plain = Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]);
    assert.deepEqual(JSON.parse(plain.toString()), value);
  });

  test('come out as they went in, null too, by the secret alone or by keys of their own', async () => {
    for (const vault of [createVault(SECRET), createVault(SECRET, [NEW, OLD])])
      for (const each of [value, null, 'text', 0, [], { a: { b: [] } }])
        assert.deepEqual(await vault.open(await vault.seal(each, 'here'), 'here'), each);
  });

  test('never look the same twice and never show what is in them', async () => {
    const vault = createVault(SECRET);
    const sealed = await Promise.all(Array.from({ length: 200 }, () => vault.seal(value, 'here')));
    assert.equal(new Set(sealed.map((each) => each.split('.')[1])).size, 200);
    assert.equal(new Set(sealed.map((each) => each.split('.')[2])).size, 200);
    assert.ok(!sealed.some((each) => Buffer.from(each.split('.')[2]!, 'base64url').includes('discountCode')));
  });

  test('do not open in another context, so that nobody can move one claim to the key of another', async () => {
    const vault = createVault(SECRET);
    assert.equal(await vault.open(await vault.seal(value, 'claim:one'), 'claim:two'), undefined);
  });

  test('do not open when any character of them is changed', async () => {
    const vault = createVault(SECRET);
    const sealed = await vault.seal({ a: 1 }, 'here');
    for (let index = 0; index < sealed.length; index++) {
      // The last character of a part may have bits that mean nothing, so it is changed by more than those.
      const changed = sealed[index] === 'A' ? 'w' : 'A';
      assert.equal(
        await vault.open(sealed.slice(0, index) + changed + sealed.slice(index + 1), 'here'),
        undefined,
        `character ${index}`,
      );
    }
  });

  test('open with every key of the list, and are sealed with the first', async () => {
    const before = await createVault(SECRET, [OLD]).seal(value, 'here');
    const both = createVault(SECRET, [NEW, OLD]);
    assert.deepEqual(await both.open(before, 'here'), value);
    const after = await both.seal(value, 'here');
    assert.ok(after.startsWith(`${NEW.kid}.`));
    assert.deepEqual(await createVault(SECRET, [NEW]).open(after, 'here'), value);
    assert.equal(await createVault(SECRET, [NEW]).open(before, 'here'), undefined, 'a key that is gone');
    assert.equal(await createVault(SECRET).open(after, 'here'), undefined, 'never by the secret instead');
  });

  test('of the same name but another secret do not open', async () => {
    const sealed = await createVault(SECRET, [NEW]).seal(value, 'here');
    const other = createVault(SECRET, [{ kid: NEW.kid, secret: OLD.secret }]);
    assert.equal(await other.open(sealed, 'here'), undefined);
  });

  test('that are no values of ours are undefined', async () => {
    const vault = createVault(SECRET);
    for (const text of [
      '',
      '.',
      '..',
      'own',
      'own.',
      'own..',
      'own.AAAA',
      'own.!.!',
      'own.AAAAAAAAAAAAAAAA.AAAA',
      '{}',
    ])
      assert.equal(await vault.open(text, 'here'), undefined, text);
  });

  test('are not touched by a caller that overwrites the secret afterwards', async () => {
    const secret = new TextEncoder().encode(SECRET);
    const vault = createVault(secret);
    secret.fill(0);
    assert.deepEqual(await createVault(SECRET).open(await vault.seal(value, 'here'), 'here'), value);
  });
});
