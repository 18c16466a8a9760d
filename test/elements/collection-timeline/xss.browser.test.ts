import { samples, testStrangersTexts } from './xss.ts';

testStrangersTexts({ texts: samples, addresses: 100, seed: 20_260_908, timeout: 240_000 });
