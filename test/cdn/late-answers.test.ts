/** Some looks. The soak tests have the others. */
import { type Look, testLateAnswers, testWithoutRules } from './late-answers.ts';

const narrow: Look = { width: 320, lang: 'en', spacing: '0.06em' };

testLateAnswers({ logins: [narrow, { width: 700, lang: 'ar' }], claims: [narrow] });
testWithoutRules();
