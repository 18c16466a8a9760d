/** The languages and widths that the tests of each element leave out. */
import { testReservedHeights as testLogin } from './otp-login/reserved-heights.ts';
import { testApplyStates } from './reward-claim/apply-states.ts';
import { testReservedHeights as testClaim } from './reward-claim/reserved-heights.ts';

const languages = ['es', 'he', 'it', 'nl', 'pt-BR', 'zh-CN'];
const cases: [language: string, width: number][] = [
  ['de', 800],
  ...['en', 'fr', 'ja', ...languages].map((language): [string, number] => [language, 320]),
];

testLogin(languages);
testClaim(cases);
testApplyStates(cases);
