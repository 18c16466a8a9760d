import { allTexts, samples, testStrangersTexts } from './xss.ts';

testStrangersTexts({
  texts: allTexts,
  alone: samples,
  addresses: 20_000,
  seed: globalThis.seed,
  timeout: 120_000,
});
