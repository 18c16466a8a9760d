import { testLateAnswers } from './late-answers.ts';

const narrow = { width: 320, lang: 'en', spacing: '0.06em' };

testLateAnswers({ logins: [narrow, { width: 700, lang: 'ar' }], claims: [narrow] });
