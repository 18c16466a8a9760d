import { allTexts, testStrangersTexts } from './xss.ts';

testStrangersTexts({ texts: allTexts, addresses: 20_000, seed: globalThis.seed, timeout: 120_000 });
