import { letterSpacings } from '../helpers/letter-spacing.ts';
import { testSpace } from './space.ts';

// Each script, each width and each language once, with the narrowest and the widest letters. The soak tests combine all.
testSpace(
  [
    ['loader', 320, 'fr'],
    ['module', 390, 'en'],
    ['classic script', 1280, 'de'],
  ],
  [letterSpacings.at(0)!, letterSpacings.at(-1)!],
);
