import { configs as lit } from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import { configs as wc } from 'eslint-plugin-wc';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

// test/structure.config.mjs checks the direction of imports between the folders.

/** Modules of the gateway that only run on Node. */
const nodeOnly = [
  'src/gateway/{main,node,node-fetch,node-request,commands}.ts',
  'src/gateway/stores/{redis,redis-connection,file,open}.ts',
];

export default defineConfig(
  globalIgnores([
    'dist/',
    'coverage/',
    'src/api/openapi.d.ts',
    'docs/site/.astro/',
    'test/consumers/*/',
    'demo/*/**/assets/',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      // An empty string is as good as none in attributes and environment variables.
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      eqeqeq: 'error',
      'no-console': ['error', { allow: ['warn', 'error'] }],
    },
  },
  {
    // A longer file has two jobs.
    files: ['{src,build}/**/*.ts'],
    ignores: ['src/**/*.styles.ts', 'src/locales/**'],
    rules: { 'max-lines': ['error', { max: 350, skipComments: true }] },
  },
  {
    files: ['src/elements/**/*.ts'],
    extends: [lit['flat/all'], wc['flat/best-practice'], litA11y.configs.recommended],
    settings: { litHtmlSources: true },
    rules: {
      // Arrow functions in templates are how Lit binds an argument; they cost nothing measurable here.
      'lit/no-template-arrow': 'off',
      'lit/no-template-map': 'off',
      'lit/prefer-query-decorators': 'off',
      'wc/guard-define-call': 'off',
      // Safari takes a list without bullets for none, unless its role is said again.
      'lit-a11y/no-redundant-role': 'off',
    },
  },
  {
    // The gateway runs in Workers, Deno and Bun as well as on Node.
    files: ['src/gateway/**/*.ts'],
    ignores: nodeOnly,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [{ regex: '^node:', message: 'Only the program and the stores on Node may use Node.' }],
        },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: nodeOnly,
    rules: { 'no-restricted-globals': ['error', 'process', 'Buffer'] },
  },
  {
    files: ['src/types/*.d.ts'],
    rules: {
      // A framework's interface can be extended, but not by a type.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      // The frameworks are not installed here; test/consumers/ checks these types with them.
      '@typescript-eslint/no-redundant-type-constituents': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
    },
  },
  {
    // A Worker's console is its log.
    files: ['src/gateway/cloudflare.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['build/**/*.ts', 'demo/**/*.ts', 'docs/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts', '*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['{test,bench}/**/*.ts'],
    rules: {
      // `test()` and `describe()` of node:test give promises that the runner awaits itself.
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', name: ['test', 'describe', 'before', 'after'], package: '@types/node' },
          ],
        },
      ],
      // `expect(x).to.be.true` and answers of unknown shape are what tests are made of.
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: [
      'test/**/*.browser.test.ts',
      'test/helpers/fixture.ts',
      // Tests of which a long version exists too.
      'test/elements/any-answer.ts',
      'test/elements/{otp-login,reward-claim}/reserved-heights.ts',
      'test/elements/collection-timeline/{xss,window-walks}.ts',
    ],
    rules: {
      // Every chai assertion is typed as a promise, because some plug-ins' are; so these are named instead.
      '@typescript-eslint/no-floating-promises': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'ExpressionStatement > CallExpression:matches([callee.property.name="accessible"], [callee.name=/^(inState|place|oneEvent|consoleOf|waitUntil)$/])',
          message: 'Await it: otherwise it checks nothing.',
        },
      ],
    },
  },
);
