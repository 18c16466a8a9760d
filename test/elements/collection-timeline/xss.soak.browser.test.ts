import { allTexts, testStrangersTexts } from './xss.ts';

testStrangersTexts({ texts: allTexts, addresses: 20_000, seed: globalThis.soakSeed, timeout: 120_000 });
