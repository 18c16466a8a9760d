import parser from '@typescript-eslint/parser';
import { configs as lit } from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import { configs as wc } from 'eslint-plugin-wc';
import { defineConfig } from 'eslint/config';

// The rules for elements and their templates. All others are in oxlint.config.ts, which cannot run these plug-ins.

export default defineConfig(
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['src/elements/**/*.ts'],
    extends: [lit['flat/all'], wc['flat/best-practice'], litA11y.configs.recommended],
    languageOptions: { parser },
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
);
