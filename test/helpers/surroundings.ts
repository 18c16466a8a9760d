/**
 * Of the environment of a test only what any program needs, and Node's cache: without it, each process would compile all of
 * its sources again.
 */
export const surroundings = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
) as { PATH: string; NODE_COMPILE_CACHE?: string };
