import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { canonicalEmail } from '../../src/gateway/email.ts';
import { ADDRESS, errorOf, open } from './access-support.ts';

describe('the one form of an address', () => {
  test('is trimmed, composed and in lower case', () => {
    assert.equal(canonicalEmail('  Ada.Lovelace+Shop@Shop.Example '), 'ada.lovelace+shop@shop.example');
    assert.equal(canonicalEmail('Ame\u0301lie@shop.example'), 'am\u00e9lie@shop.example');
    assert.equal(canonicalEmail('AM\u00c9LIE@shop.example'), 'am\u00e9lie@shop.example');
  });

  test('has the domain as DNS has it, in whichever of the two ways it was typed', () => {
    for (const domain of [
      'b\u00fccher.example',
      'B\u00dcCHER.example',
      'bu\u0308cher.example',
      'XN--Bcher-kva.Example',
    ])
      assert.equal(canonicalEmail(`ada@${domain}`), 'ada@xn--bcher-kva.example');
    assert.equal(canonicalEmail('ada@fa\u00df.example'), 'ada@xn--fa-hia.example');
  });

  const refused: Record<string, string> = {
    'a variation selector in the domain': 'ada@shop\ufe0f.example',
    'a grapheme joiner in the domain': 'ada@sh\u034fop.example',
    'a soft hyphen in the domain': 'ada@shop\u00ad.example',
    'a filler in the local part': 'ada\u115f@shop.example',
    'an ideographic full stop': 'ada@shop\u3002example',
    'a dot at the end': 'ada@shop.example.',
    'two dots': 'ada@shop..example',
    'a percent sign in the domain': 'ada@sh%6fp.example',
    'a path after the domain': 'ada@shop.example/eve',
    'a port after the domain': 'ada@shop.example:25',
    'a number for a domain': 'ada@2130706433',
    'a Kelvin sign for a k': 'mi\u212ae@shop.example',
    'a dotted capital I': '\u0130da@shop.example',
    'a long s': 'je\u017fs@shop.example',
    'letters of full width': '\uff41da@shop.example',
    'katakana of half width': '\uff71@shop.example',
    'a ligature': 'o\ufb03ce@shop.example',
    'an @ of full width': 'eve\uff20shop.example',
    'an invisible space': 'ad\u200ba@shop.example',
    'a line break': 'ada@shop.example\nbcc:eve@shop.example',
    'a space within': 'ada @shop.example',
    'two addresses': 'ada@shop.example,eve@shop.example',
    'a name': 'Ada <ada@shop.example>',
    quotes: '"ada"@shop.example',
    'two signs': 'ada@eve@shop.example',
    'no domain': 'ada@',
    'half a character': 'ada\ud800@shop.example',
    nothing: '',
  };
  for (const [what, email] of Object.entries(refused)) {
    test(`is refused for ${what}, before anything is counted or sent`, async () => {
      const { access, shop } = await open();
      for (const call of [
        access.send({ email }, ADDRESS),
        access.verify({ email, code: '000000' }, ADDRESS),
      ]) {
        const error = await errorOf(call);
        assert.equal(error.status, 400);
        assert.equal(error.code, 'invalid_request');
        assert.deepEqual(error.details, {
          errors: [{ path: '/body/email', message: 'must be one email address' }],
        });
      }
      assert.deepEqual(await shop.requests(), []);
    });
  }
});
