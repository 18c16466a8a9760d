import minifyTemplates from 'rollup-plugin-minify-template-literals';
import { defineConfig, type PluginOption } from 'vite';

/** What is built, by mode: `vite build --mode otp-login` makes one self-contained file, `dist/cdn/otp-login.js`. */
export const bundles = {
  'otp-login': 'src/elements/otp-login/define.ts',
  'reward-claim': 'src/elements/reward-claim/define.ts',
  'collection-timeline': 'src/elements/collection-timeline/define.ts',
  'storefront-elements': 'src/define.ts',
} as const;

const isBundle = (mode: string): mode is keyof typeof bundles => Object.hasOwn(bundles, mode);

export default defineConfig(({ command, mode }) => {
  if (command === 'serve')
    return {
      root: 'demo',
      // Addresses that do not exist answer 404, not the shop.
      appType: 'mpa',
      server: { fs: { allow: ['..'] } },
      // The page shall look and sound as it will on a shop, so without Lit's development warnings.
      resolve: { conditions: ['module', 'browser', 'production'] },
    };
  if (!isBundle(mode))
    throw new Error(`Build one of ${Object.keys(bundles).join(', ')}: vite build --mode NAME`);
  return {
    publicDir: false,
    plugins: [minifyTemplates({ include: 'src/**' }) as PluginOption],
    build: {
      outDir: 'dist/cdn',
      emptyOutDir: false,
      sourcemap: true,
      target: 'es2022',
      lib: { entry: bundles[mode], formats: ['es'], fileName: mode },
      // Library builds of ES modules are not fully minified without it.
      rolldownOptions: {
        output: {
          minify: true,
          // Every bundle loads the same file for a language, when a page speaks it, and for what few shoppers use.
          chunkFileNames: ({ facadeModuleId }) =>
            facadeModuleId?.includes('/locales/') ? 'locales/[name].js' : 'parts/[name].js',
        },
      },
    },
  };
});
