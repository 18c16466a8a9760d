/** Registers the three elements on a page in development: bundlers choose it by the condition `development`. */
import './development.ts';
import './define.ts';
