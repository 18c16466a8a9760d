/** The languages that the tests of each element leave out. */
import { testReservedHeights as testLogin } from './otp-login/reserved-heights.ts';
import { testReservedHeights as testClaim } from './reward-claim/reserved-heights.ts';

const languages = ['es', 'he', 'it', 'nl', 'pt-BR', 'zh-CN'];

testLogin(languages);
testClaim(languages.map((language) => [language, 320]));
