import { testAnyAnswers } from './any-answer.ts';

testAnyAnswers({ seed: globalThis.seed, answers: 450, records: 150, messages: 200, timeout: 900_000 });
