/** In fonts of all widths, also in the languages and at the widths that the tests of each element leave out. */
import { letterSpacings } from '../helpers/letter-spacing.ts';
import { testReservedHeights as testLogin } from './otp-login/reserved-heights.ts';
import { testApplyStates } from './reward-claim/apply-states.ts';
import { testReservedHeights as testClaim } from './reward-claim/reserved-heights.ts';
import { languageCases } from './reward-claim/support.ts';

const languages = ['fr', 'ja', 'es', 'he', 'it', 'nl', 'pt-BR', 'zh-CN'];
const cases: [language: string, width: number][] = [
  ...languageCases,
  ['de', 390],
  ['en', 800],
  ['de', 800],
  ...['en', ...languages].map((language): [string, number] => [language, 320]),
];

testLogin(['en', 'de', 'ar', ...languages], letterSpacings);
testClaim(cases, letterSpacings);
testApplyStates(cases, letterSpacings);
