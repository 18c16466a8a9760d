/** The steps of demo/gateway/Dockerfile, run in folders instead of containers, and what the image then starts. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { before, test } from 'node:test';
import { type Sandbox, startSandbox } from '../../demo/sandbox/sandbox.ts';
import { openShop, type TestShop } from '../helpers/control.ts';
import { bareEnvironment } from '../helpers/environment.ts';
import { environmentOf, localEnvironment, logInAndClaim, makeRoot, ORIGIN } from './documented.ts';
import { atEnd, callAt } from './support.ts';

const project = join(import.meta.dirname, '../..');
const example = (name: string) => readFileSync(join(project, 'demo/gateway', name), 'utf8');

interface Stage {
  /** In place of the root of its file system. */
  root: string;
  /** Its working directory, as the Dockerfile names it. */
  folder: string;
  env: Record<string, string>;
  /** Its command for each of `ENTRYPOINT` and `HEALTHCHECK`. */
  commands: Record<string, string[]>;
}

/** Runs the steps, and gives the last stage. */
function buildImage(dockerfile: string): Stage {
  const folders = makeRoot();
  const stages: Record<string, Stage> = {};
  let stage!: Stage;
  const inStage = (path: string) => join(stage.root, posix.resolve(stage.folder, path));

  const steps: Record<string, (rest: string) => void> = {
    FROM(rest) {
      const name = /AS (\w+)$/.exec(rest)?.[1] ?? 'image';
      stage = { root: join(folders, name), folder: '/', env: {}, commands: {} };
      stages[name] = stage;
      mkdirSync(stage.root);
    },
    WORKDIR(rest) {
      stage.folder = rest;
      mkdirSync(inStage('.'), { recursive: true });
    },
    COPY(rest) {
      const words = rest.split(' ');
      const from = words[0]!.startsWith('--from=') ? words.shift()!.slice('--from='.length) : undefined;
      const target = words.pop()!;
      for (const source of words) {
        const to = target.endsWith('/') ? join(inStage(target), basename(source)) : inStage(target);
        mkdirSync(dirname(to), { recursive: true });
        cpSync(join(from === undefined ? project : stages[from]!.root, source), to, { recursive: true });
      }
    },
    RUN(rest) {
      // The project's own packages are installed already, by the same command and lockfile.
      if (rest.startsWith('npm ci') && !rest.includes('--omit=dev'))
        return symlinkSync(join(project, 'node_modules'), inStage('node_modules'), 'junction');
      // The user of the image does not exist here.
      const owner = `${process.getuid!()}:${process.getgid!()}`;
      const command = rest
        .replaceAll('node:node', owner)
        .replace(/(?<= )\/\w+/g, (path) => join(stage.root, path));
      execFileSync('sh', ['-c', command], {
        cwd: inStage('.'),
        env: { ...process.env, ...stage.env, npm_config_prefer_offline: 'true' },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    },
    ENV(rest) {
      const [name, value] = rest.split('=') as [string, string];
      stage.env[name] = value;
    },
    ENTRYPOINT(rest) {
      stage.commands['ENTRYPOINT'] = JSON.parse(rest) as string[];
    },
    HEALTHCHECK(rest) {
      stage.commands['HEALTHCHECK'] = JSON.parse(/CMD (.*)$/.exec(rest)![1]!) as string[];
    },
    // Only Docker uses these instructions: tests in deployment.test.ts read them.
    VOLUME: () => undefined,
    USER: () => undefined,
    EXPOSE: () => undefined,
  };
  for (const line of dockerfile.split('\n').filter((each) => each && !each.startsWith('#'))) {
    const [, name, rest] = /^(\w+) (.*)$/.exec(line)!;
    const step = steps[name!];
    assert.ok(step, line);
    step(rest!);
  }
  return stage;
}

let sandbox: Sandbox;
let shop: TestShop;
before(async () => {
  sandbox = await startSandbox({ log: () => undefined });
  atEnd(() => sandbox.close());
  shop = await openShop(sandbox.url);
});

test('The image that the Dockerfile builds starts the gateway with the documented settings', async () => {
  const image = buildImage(example('Dockerfile'));
  const documented = environmentOf(example('gateway.env'));
  const env = {
    ...bareEnvironment,
    ...image.env,
    ...localEnvironment(documented, { root: image.root, shop, service: sandbox.url }),
  };
  const cwd = join(image.root, image.folder);

  async function start() {
    const [command, ...args] = image.commands['ENTRYPOINT']!;
    // Only the port differs: the test cannot rely on a certain one.
    const child = spawn(command!, args, {
      cwd,
      env: { ...env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    atEnd(() => child.kill('SIGKILL'));
    const ended = once(child, 'close') as Promise<[number]>;
    let log = '';
    child.stdout.on('data', (chunk) => (log += String(chunk)));
    let port: string | undefined;
    while ((port = /"url":"http:[^"]*:(\d+)"/.exec(log)?.[1]) === undefined)
      await Promise.race([once(child.stdout, 'data'), ended.then(() => assert.fail(log))]);
    const url = `http://127.0.0.1:${port}`;
    return {
      isHealthy: async () => {
        const [program, ...rest] = image.commands['HEALTHCHECK']!;
        const check = spawn(program!, rest, { cwd, env: { ...env, PORT: port }, stdio: 'inherit' });
        return (await once(check, 'close'))[0] === 0;
      },
      call: (route: string, options: object = {}) =>
        callAt(url, route, {
          origin: ORIGIN,
          ...options,
          // As the proxy in front sends them.
          headers: { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' },
        }),
      async stop() {
        child.kill('SIGTERM');
        return (await ended)[0];
      },
    };
  }

  const first = await start();
  assert.ok(await first.isHealthy());
  const token = await logInAndClaim(first.call, shop, { hasSessions: true });
  assert.equal(await first.stop(), 0);
  assert.equal(await first.isHealthy(), false);

  const second = await start();
  const again = await second.call(`POST /v1/rewards/grants/${token}/claim`);
  const { discountCode, claims } = await shop.grantRecord(token);
  assert.deepEqual(
    [again.status, again.body.code ?? again.body.discountCode, claims],
    [200, discountCode, 1],
  );
  await second.stop();
});
