import { defineConfig } from 'oxfmt';

export default defineConfig({
  printWidth: 110,
  singleQuote: true,
  // Related scripts stand together.
  sortPackageJson: false,
  ignorePatterns: ['src/api/openapi.d.ts', 'package-lock.json', 'dist/'],
});
