import { oneOfEach, samples, testStrangersTexts } from './xss.ts';

testStrangersTexts({
  texts: samples,
  fieldLayouts: ['feed'],
  alone: oneOfEach,
  addresses: 100,
  seed: 20_260_908,
  timeout: 240_000,
});
