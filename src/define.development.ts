/** Registers the three elements during development: bundlers choose it by the condition `development`. */
import './development.ts';
import './define.ts';
