import { letterSpacings } from '../helpers/letter-spacing.ts';
import { type Case, testSpace } from './space.ts';

testSpace(
  (['loader', 'module', 'classic script'] as const).flatMap((script): Case[] => [
    [script, 320, 'fr'],
    [script, 390, 'en'],
    [script, 1280, 'de'],
  ]),
  letterSpacings,
);
