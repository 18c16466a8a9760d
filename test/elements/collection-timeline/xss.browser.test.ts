import { oneOfEach, samples, testStrangersTexts } from './xss.ts';

testStrangersTexts({ texts: samples, alone: oneOfEach, addresses: 100, seed: 20_260_908, timeout: 240_000 });
