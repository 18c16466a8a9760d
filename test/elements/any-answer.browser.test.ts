import { testAnyAnswers } from './any-answer.ts';

testAnyAnswers({ seed: 20_260_908, answers: 4, records: 6, messages: 10, timeout: 120_000 });
