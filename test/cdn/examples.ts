/** The examples of the documentation, as a page of the tests runs them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Example {
  /** The heading above it. */
  heading: string;
  language: string;
  code: string;
}

export function examplesOf(page: string): Example[] {
  const text = readFileSync(join(import.meta.dirname, '../../docs', page), 'utf8');
  let heading = '';
  return [...text.matchAll(/^#+ (.*)$|^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, title, language, code]) => {
    heading = title ?? heading;
    return language && code ? [{ heading, language, code }] : [];
  });
}
