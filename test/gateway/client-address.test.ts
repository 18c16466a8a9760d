import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clientAddress } from '../../src/gateway/client-address.ts';
import { siteOf, widerNetworks } from '../../src/gateway/network.ts';
import type { ClientAddress } from '../../src/gateway/options.ts';

const addressOf = (
  source: Exclude<ClientAddress, 'none'>,
  headers: Record<string, string>,
  address: string | undefined = '192.0.2.9',
): string | undefined =>
  clientAddress(new Request('https://gateway.example/', { headers }), { address }, source);

const chain = (text: string) => ({ 'x-forwarded-for': text });

describe('the client’s address', () => {
  test('is the connection’s where no proxy is set up, whatever headers say', () => {
    const headers = { ...chain('198.51.100.1'), 'x-real-ip': '198.51.100.2', forwarded: 'for=198.51.100.3' };
    assert.equal(addressOf('connection', headers), '192.0.2.9');
  });

  for (const [hops, given, expected] of [
    [1, '198.51.100.1', '198.51.100.1'],
    [1, '203.0.113.7, 198.51.100.1', '198.51.100.1'],
    [2, '203.0.113.7, 198.51.100.1, 10.0.0.1', '198.51.100.1'],
    [2, '198.51.100.1,10.0.0.1', '198.51.100.1'],
    [1, '198.51.100.1:4711', '198.51.100.1'],
    [1, '[2001:db8::1]:443', '2001:db8::/64'],
    // Shorter than the proxies would make it, or nonsense: it did not come through them.
    [2, '198.51.100.1', '192.0.2.9'],
    [1, '', '192.0.2.9'],
    [1, '203.0.113.7, unknown', '192.0.2.9'],
    [1, '203.0.113.7,', '192.0.2.9'],
    [1, '198.51.100.01', '192.0.2.9'],
    [1, '198.51.100.256', '192.0.2.9'],
    [1, '198.51.100', '192.0.2.9'],
    [2, ',198.51.100.1', '192.0.2.9'],
    [3, ',198.51.100.1', '192.0.2.9'],
    [2, '198.51.100.1,', '198.51.100.1'],
  ] as const)
    test(`with ${hops} proxies and "${given}" is ${expected}`, () => {
      assert.equal(addressOf({ proxies: hops }, chain(given)), expected);
    });

  test('is found behind thousands of entries that the client added', () => {
    const given = chain(`${'2001:db8::1,'.repeat(1_300)} 198.51.100.1, 10.0.0.1`);
    assert.equal(addressOf({ proxies: 2 }, given), '198.51.100.1');
  });

  test('is the platform’s header where one is set up', () => {
    const options = { header: 'cf-connecting-ip' };
    const headers = { ...chain('203.0.113.7'), 'cf-connecting-ip': '198.51.100.1' };
    assert.equal(addressOf(options, headers), '198.51.100.1');
    assert.equal(addressOf(options, chain('203.0.113.7')), '192.0.2.9');
  });

  test('is not invented if nobody knows it', () => {
    for (const source of ['connection', { proxies: 1 }, { header: 'cf-connecting-ip' }] as const)
      assert.equal(clientAddress(new Request('https://gateway.example/'), {}, source), undefined);
  });

  for (const [given, expected] of [
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::2:0:0:0:1', '2001:db8:0:2::/64'],
    ['::1', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::ffff:198.51.100.1', '198.51.100.1'],
    ['::FFFF:c633:6401', '198.51.100.1'],
    ['0:0:0:0:0:ffff:198.51.100.1', '198.51.100.1'],
    // NAT64, also with a prefix of the operator's own; SIIT; 6to4; Teredo, which inverts the address.
    ['64:ff9b::198.51.100.1', '198.51.100.1'],
    ['64:ff9b:1::198.51.100.1', '198.51.100.1'],
    ['::ffff:0:198.51.100.1', '198.51.100.1'],
    ['2002:c633:6401:1234::1', '198.51.100.1'],
    ['2001:0:cb00:7101:8000:63bf:39cc:9bfe', '198.51.100.1'],
    ['::ffff:198.51.100.01', undefined],
    ['198.51.100.1%eth0', undefined],
    ['0xc6.51.100.1', undefined],
    ['3325256705', undefined],
    ['2001:db8::1/64', undefined],
    [`${'0'.repeat(200)}::1`, undefined],
    ['1::2::3', undefined],
    ['1:2:3:4:5:6:7', undefined],
    ['1:2:3:4:5:6:7:8:9', undefined],
    ['1:2:3:4:5:6:7::8', undefined],
    ['12345::', undefined],
    ['g::', undefined],
    ['::ffff:198.51.100.256', undefined],
    [':', undefined],
    ['', undefined],
  ] as const)
    test(`"${given}" counts as ${expected}`, () => {
      assert.equal(addressOf('connection', {}, given), expected);
    });
});

describe('the networks around an address', () => {
  test('are the /56 and the /48 of IPv6, with four and sixteen times the limit', () => {
    assert.deepEqual(widerNetworks('2001:db8:1:2ff::/64'), [
      { network: '2001:db8:1:200::/56', factor: 4 },
      { network: '2001:db8:1::/48', factor: 16 },
    ]);
  });

  test('are none for IPv4', () => {
    assert.deepEqual(widerNetworks('198.51.100.1'), []);
    assert.equal(siteOf('198.51.100.1'), '198.51.100.1');
  });

  test('are one site up to the /48', () => {
    assert.equal(siteOf('2001:db8:1:2ff::/64'), '2001:db8:1::/48');
  });
});
