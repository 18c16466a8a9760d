import { defineConfig } from 'oxlint';

// ESLint has the rules for templates, in eslint.config.js. test/structure.config.mjs checks the direction of imports.

/** Rules of TypeScript beside the category `correctness`. */
const typescript = [
  'adjacent-overload-signatures',
  'array-type',
  'ban-ts-comment',
  'ban-tslint-comment',
  'class-literal-property-style',
  'consistent-generic-constructors',
  'consistent-indexed-object-style',
  'consistent-type-assertions',
  'consistent-type-definitions',
  'consistent-type-imports',
  'no-confusing-non-null-assertion',
  'no-deprecated',
  'no-dynamic-delete',
  'no-empty-object-type',
  'no-explicit-any',
  'no-extraneous-class',
  'no-inferrable-types',
  'no-invalid-void-type',
  'no-misused-promises',
  'no-namespace',
  'no-non-null-asserted-nullish-coalescing',
  'no-require-imports',
  'no-unnecessary-boolean-literal-compare',
  'no-unnecessary-condition',
  'no-unnecessary-template-expression',
  'no-unnecessary-type-arguments',
  'no-unnecessary-type-assertion',
  'no-unnecessary-type-constraint',
  'no-unnecessary-type-conversion',
  'no-unnecessary-type-parameters',
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-call',
  'no-unsafe-function-type',
  'no-unsafe-member-access',
  'no-unsafe-return',
  'non-nullable-type-assertion-style',
  'only-throw-error',
  'prefer-find',
  'prefer-for-of',
  'prefer-function-type',
  'prefer-includes',
  'prefer-optional-chain',
  'prefer-promise-reject-errors',
  'prefer-reduce-type-parameter',
  'prefer-regexp-exec',
  'prefer-return-this-type',
  'prefer-string-starts-ends-with',
  'related-getter-setter-pairs',
  'require-await',
  'return-await',
  'unified-signatures',
  'use-unknown-in-catch-callback-variable',
];

/** Modules of the gateway that only run on Node. */
const nodeOnly = [
  'src/gateway/{main,node,node-fetch,node-request,commands}.ts',
  'src/gateway/stores/{redis,redis-connection,file,open}.ts',
];

export default defineConfig({
  options: {
    typeAware: true,
    typeCheck: true,
    reportUnusedDisableDirectives: 'error',
    respectEslintDisableDirectives: false,
  },
  plugins: ['typescript', 'oxc'],
  categories: { correctness: 'error' },
  ignorePatterns: [
    'dist/',
    'coverage/',
    'src/api/openapi.d.ts',
    'docs/site/.astro/',
    'test/consumers/*/',
    'demo/*/**/assets/',
    // It stands for an old library.
    'test/embed/prototype-style.js',
  ],
  rules: {
    ...Object.fromEntries(typescript.map((rule) => [`typescript/${rule}`, 'error' as const])),
    'typescript/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
    // An empty string is as good as none in attributes and environment variables.
    'typescript/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
    'typescript/restrict-plus-operands': [
      'error',
      {
        allowAny: false,
        allowBoolean: false,
        allowNullish: false,
        allowNumberAndString: false,
        allowRegExp: false,
      },
    ],
    'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
    eqeqeq: 'error',
    'no-array-constructor': 'error',
    'no-console': ['error', { allow: ['warn', 'error'] }],
    'no-empty-function': 'error',
    'no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
    'no-useless-constructor': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
  },
  overrides: [
    {
      // A longer file has two jobs.
      files: ['{src,build}/**/*.ts'],
      excludeFiles: ['src/**/*.styles.ts', 'src/locales/**'],
      rules: { 'max-lines': ['error', { max: 350, skipComments: true }] },
    },
    {
      files: ['src/elements/{otp-login/otp-login,reward-claim/reward-claim}.ts'],
      // Lit calls the listeners of a template on its element.
      rules: { 'typescript/unbound-method': 'off' },
    },
    {
      files: ['src/**/*.ts'],
      excludeFiles: nodeOnly,
      rules: { 'no-restricted-globals': ['error', 'process', 'Buffer'] },
    },
    {
      // The gateway runs in Workers, Deno and Bun as well as on Node.
      files: ['src/gateway/**/*.ts'],
      excludeFiles: nodeOnly,
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
      files: ['src/types/*.d.ts'],
      rules: {
        // A framework's interface can be extended, but not by a type.
        'typescript/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
        // The frameworks are not installed here; test/consumers/ checks these types with them.
        'typescript/no-redundant-type-constituents': 'off',
        'typescript/no-unnecessary-type-parameters': 'off',
      },
    },
    {
      files: [
        // A Worker's console is its log.
        'src/gateway/cloudflare.ts',
        '{build,demo,docs,test,bench,.github}/**',
      ],
      rules: { 'no-console': 'off' },
    },
    {
      // Tests read answers of unknown shape, and JavaScript has no types.
      files: ['{test,bench}/**/*.ts', '**/*.{js,mjs}'],
      rules: {
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
        'typescript/unbound-method': 'off',
      },
    },
    {
      files: ['**/*.{js,mjs}'],
      rules: {
        'typescript/no-unnecessary-condition': 'off',
        'typescript/restrict-plus-operands': 'off',
        'typescript/use-unknown-in-catch-callback-variable': 'off',
      },
    },
    {
      files: ['{test,bench}/**/*.ts'],
      rules: {
        // `expect(x).to.be.true` is an assertion.
        'no-unused-expressions': 'off',
        'typescript/no-floating-promises': [
          'error',
          {
            allowForKnownSafeCalls: [
              // Promises that the runner of node:test awaits itself.
              { from: 'package', name: ['test', 'describe', 'before', 'after'], package: '@types/node' },
              // A plug-in of chai types `equal()` as a promise.
              { from: 'package', name: 'Equal', package: '@types/chai' },
            ],
          },
        ],
      },
    },
  ],
});
