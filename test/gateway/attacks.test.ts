/**
 * Attacks on gateways as merchants set them up: every case over a socket of its own, with its status, and with the
 * service's own log to show that nothing got through. The last tests look through every byte that left the gateways.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { bodies } from './attacks/bodies.ts';
import { APP_SECRETS, type Attack, codeOf, type Lab, openLab } from './attacks/lab.ts';
import { guessing } from './attacks/guessing.ts';
import { methods } from './attacks/methods.ts';
import { origins } from './attacks/origins.ts';
import { paths } from './attacks/paths.ts';
import { queries } from './attacks/queries.ts';
import { signatures } from './attacks/signatures.ts';
import { smuggling } from './attacks/smuggling.ts';
import { cookies, tokens } from './attacks/tokens.ts';

const CLASSES: Readonly<Record<string, readonly Attack[]>> = {
  addresses: paths,
  methods: methods,
  queries: queries,
  'framing and headers': smuggling,
  bodies: bodies,
  origins: origins,
  'signatures of the app proxy': signatures,
  tokens,
  'cookies that others ride on': cookies,
  'guesses from many addresses': guessing,
};

let lab: Lab;
let cases = 0;

before(async () => {
  lab = await openLab();
});

for (const [name, attacks] of Object.entries(CLASSES))
  describe(`attacks by ${name} (${attacks.length})`, () => {
    for (const attack of attacks)
      test(attack.name, async () => {
        await lab.reached();
        const reply = await attack.run(lab);
        const expected = [attack.status].flat();
        const said = `${reply.statuses.join(', ') || 'closed'}: ${reply.body.slice(0, 300)}`;
        assert.ok(expected.includes(reply.status), `expected ${expected.join(' or ')}, got ${said}`);
        if (attack.code !== undefined) assert.equal(codeOf(reply), attack.code, said);
        assert.deepEqual(await lab.reached(), attack.reached ?? {}, 'what reached the service');
        await attack.then?.(reply, lab);
        cases++;
      });
  });

void APP_SECRETS;
