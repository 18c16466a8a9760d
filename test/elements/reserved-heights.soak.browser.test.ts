/** The languages that the tests of each element leave out. */
import { testReservedHeights as testLogin } from './otp-login/reserved-heights.ts';
import { testApplyStates } from './reward-claim/apply-states.ts';
import { testReservedHeights as testClaim } from './reward-claim/reserved-heights.ts';

const languages = ['es', 'he', 'it', 'nl', 'pt-BR', 'zh-CN'];
const narrow = languages.map((language): [string, number] => [language, 320]);

testLogin(languages);
testClaim(narrow);
testApplyStates(narrow);
