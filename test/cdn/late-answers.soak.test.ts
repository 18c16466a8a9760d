/** The looks that the other tests leave out. */
import { testLateAnswers } from './late-answers.ts';

testLateAnswers({
  logins: [{ width: 1280, lang: 'fr', spacing: '-0.03em' }],
  claims: [{ width: 390, lang: 'de' }],
});
