import { testLateElements } from './late-elements.ts';

testLateElements([390, 700]);
