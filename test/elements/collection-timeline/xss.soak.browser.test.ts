import { allTexts, layouts, samples, testStrangersTexts } from './xss.ts';

testStrangersTexts({
  texts: allTexts,
  fieldLayouts: layouts,
  alone: samples,
  addresses: 20_000,
  seed: globalThis.seed,
  timeout: 120_000,
});
