import { defineConfig } from 'vite';

/** The demo. What is published is built by `build/`. */
export default defineConfig({
  root: 'demo',
  // Addresses that do not exist answer 404, not the shop.
  appType: 'mpa',
  server: { fs: { allow: ['..'] } },
  // The page looks and sounds as it will in a shop, without Lit's development warnings.
  resolve: { conditions: ['module', 'browser', 'production'] },
});
