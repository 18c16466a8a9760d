import { oneOfEach, testStrangersTexts } from './xss.ts';

testStrangersTexts({
  texts: oneOfEach,
  fieldLayouts: ['feed'],
  alone: oneOfEach,
  addresses: 100,
  seed: 20_260_908,
  timeout: 240_000,
});
