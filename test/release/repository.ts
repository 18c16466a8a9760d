/** A repository of its own with the files of this one as they are now, for tests that commit and tag. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

export const project = join(import.meta.dirname, '../..');

export interface Repository {
  root: string;
  git: (...words: string[]) => string;
  remove: () => void;
}

export function makeRepository(): Repository {
  // Astro cannot follow the link to node_modules if the two folders have nothing but `/` in common.
  mkdirSync(join(project, 'dist'), { recursive: true });
  const root = mkdtempSync(join(project, 'dist/release-test-'));
  const run = (cwd: string, ...words: string[]) => {
    return execFileSync('git', words, { cwd, encoding: 'utf8', maxBuffer: 64e6 }).trim();
  };
  const files = run(project, 'ls-files', '--cached', '--others', '--exclude-standard', '-z').split('\0');
  for (const file of files.filter((each) => each && existsSync(join(project, each))))
    cpSync(join(project, file), join(root, file));
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'), 'junction');
  const git = (...words: string[]) => run(root, ...words);
  git('init', '--quiet', '--initial-branch=main');
  for (const [name, value] of [
    ['user.name', 'Test'],
    ['user.email', 'test@example.com'],
  ])
    git('config', name!, value!);
  // A link is no folder for .gitignore.
  appendFileSync(join(root, '.git/info/exclude'), 'node_modules\n');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'All files');
  return { root, git, remove: () => rmSync(root, { recursive: true }) };
}
