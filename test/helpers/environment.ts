/**
 * The environment variables of this process that any program needs, and Node's compile cache, without which each process
 * would compile all of its sources again.
 */
export const bareEnvironment = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
) as { PATH: string; NODE_COMPILE_CACHE?: string };
