import { testAnyAnswers } from './any-answer.ts';

testAnyAnswers({ seed: 20_260_908, answers: 8, records: 12, messages: 20, timeout: 120_000 });
