import { testLateElements } from './late-elements.ts';

testLateElements([320, 1280]);
