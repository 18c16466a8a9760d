import { examplesOf } from '../docs/examples.ts';

/** The checks that run the examples of `docs/frameworks.md`: in the apps of `test/consumers/`, and here. */
export const checks = ['editors', 'plain', 'react', 'server', 'svelte', 'vue'] as const;

export function exampleOf(check: (typeof checks)[number], language: string): string {
  const found = examplesOf('frameworks.md').filter(
    (each) => each.check === check && each.language === language,
  );
  if (found.length !== 1)
    throw new Error(`docs/frameworks.md has ${found.length} examples in ${language} for ${check}.`);
  return found[0]!.code;
}
