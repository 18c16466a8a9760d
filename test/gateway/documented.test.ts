/** The examples of docs/gateway.md, each run as it is written. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { Miniflare } from 'miniflare';
import type { Browser } from 'puppeteer-core';
import ts from 'typescript';
import elements from '../../package.json' with { type: 'json' };
import manifest from '../../src/gateway/package.json' with { type: 'json' };
import { type Sandbox, startSandbox } from '../../demo/sandbox/sandbox.ts';
import { codesIn, examplesOf, tablesOf, testExamples } from '../docs/examples.ts';
import { openBrowser } from '../helpers/browser.ts';
import { openShop, type TestShop } from '../helpers/control.ts';
import { startMerchantPage } from '../helpers/merchant-page.ts';
import { bareEnvironment } from '../helpers/environment.ts';
import { packPackage } from '../package/packed.ts';
import {
  environmentOf,
  localEnvironment,
  logInAndClaim,
  makeRoot,
  ORIGIN,
  secretsFor,
} from './documented.ts';
import { runProgram, startProgram } from './program/start.ts';
import { atEnd, callAt, openGateway } from './support.ts';
import { bundleWorker, readWranglerSettings } from './worker-bundle.ts';

const root = join(import.meta.dirname, '../..');

let sandbox: Sandbox;
let shop: TestShop;
let browser: Browser;
before(async () => {
  sandbox = await startSandbox({ log: () => undefined });
  atEnd(() => sandbox.close());
  shop = await openShop(sandbox.url);
  browser = await openBrowser();
});
after(() => browser.close());

/** The source of each module of the package, by the name that merchants import. */
const sources = Object.fromEntries(
  Object.entries(manifest.exports).flatMap(([name, entry]) =>
    typeof entry === 'object'
      ? [
          [
            `${manifest.name}${name.slice(1)}`,
            join(root, entry.default.replace('./dist', 'src').replace('.js', '.ts')),
          ],
        ]
      : [],
  ),
);

const callsTo =
  (url: string) =>
  (...[route, options]: Parameters<typeof callAt> extends [string, ...infer Rest] ? Rest : never) =>
    callAt(url, route, { origin: ORIGIN, ...options });

testExamples('gateway.md', {
  program: async ({ sh }) => {
    const env = localEnvironment(environmentOf(sh![0]!), { root: makeRoot(), shop, service: sandbox.url });
    assert.match(sh![0]!, new RegExp(`^npx ${Object.keys(manifest.bin)[0]!}$`, 'm'));
    const checked = await runProgram(env, '--check');
    assert.equal(checked.code, 0, checked.stderr);
    const program = await startProgram(env);
    await logInAndClaim(callsTo(program.url), shop, { hasSessions: false });
    program.child.kill('SIGTERM');
    assert.equal((await program.ended).code, 0);
  },

  packed: async ({ sh }) => {
    const lines = sh![0]!.trim().split('\n');
    assert.deepEqual(lines.slice(0, -1), [
      'npm ci && npm run build:gateway',
      'npm pack ./dist/storefront-gateway',
    ]);
    const packed = await packPackage('storefront-gateway');
    try {
      const [program, ...words] = lines
        .at(-1)!
        .replace(`./storefront-gateway-${elements.version}.tgz`, packed.tarball)
        .split(' ');
      assert.ok(words.includes(packed.tarball), lines.at(-1));
      const output = execFileSync(program!, ['--yes', ...words, '--help'], {
        // Where nothing is installed.
        cwd: makeRoot(),
        // The registry is asked only for what is not in npm's cache.
        env: { ...process.env, npm_config_prefer_offline: 'true' },
        encoding: 'utf8',
      });
      assert.match(output, /^storefront-gateway: /);
    } finally {
      packed.remove();
    }
  },

  secret: async ({ sh }) => {
    const [command, ...args] = sh![0]!.trim().split(' ') as [string, ...string[]];
    const secret = () => execFileSync(command, args, { encoding: 'utf8' }).trim();
    const { code, stderr } = await runProgram(
      {
        SERVICE_URL: sandbox.url,
        API_KEY: shop.key,
        ORIGINS: ORIGIN,
        CLIENT_ADDRESS: 'connection',
        GATEWAY_SECRET: secret(),
        SESSION_KEYS: `2026-01:${secret()}`,
        SESSION_ISSUER: 'https://gateway.example',
        SESSION_AUDIENCE: ORIGIN,
      },
      '--check',
    );
    assert.equal(code, 0, stderr);
  },

  handler: async ({ ts: code }) => {
    const file = join(makeRoot(), 'gateway.ts');
    const text = Object.entries(sources).reduce(
      (each, [name, source]) => each.replace(`'${name}'`, `'${source}'`),
      code![0]!.replace('https://service.example', sandbox.url).replace('port: 8080', 'port: 0'),
    );
    writeFileSync(file, text);
    const child = spawn(process.execPath, [file], {
      env: { ...bareEnvironment, ...secretsFor(shop.key) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close');
    try {
      const [url] = await Promise.race([
        once(child.stdout, 'data'),
        ended.then(() => assert.fail('The program ended.')),
      ]);
      await logInAndClaim(callsTo(String(url).trim()), shop, { hasSessions: false });
    } finally {
      child.kill();
      await ended;
    }
  },

  // Their types are checked below, and runtimes/ runs the same code.
  deno: ({ ts: code }) => Promise.resolve(assert.match(code![0]!, /remoteAddr/)),
  bun: ({ ts: code }) => Promise.resolve(assert.match(code![0]!, /requestIP/)),
  verify: ({ ts: code }) => Promise.resolve(assert.match(code![0]!, /verifySession/)),

  worker: async ({ ts: code, sh }) => {
    const settings = readWranglerSettings();
    const entry = readFileSync(join(root, 'demo/gateway', settings.main), 'utf8');
    assert.ok(entry.includes(`// In a project of your own: ${code![0]!.trim()}`));
    const [{ name: binding, class_name: className }] = settings.durable_objects.bindings;
    const secrets = secretsFor(shop.key);
    const log: string[] = [];
    const heard = new EventEmitter();
    const miniflare = new Miniflare({
      // Otherwise it asks a host outside for data about the edge.
      cf: false,
      handleRuntimeStdio(stdout: Readable, stderr: Readable) {
        for (const stream of [stdout, stderr])
          stream.on('data', (chunk) => {
            log.push(String(chunk));
            heard.emit('entry');
          });
      },
      name: settings.name,
      modules: [{ type: 'ESModule', path: 'worker.js', contents: await bundleWorker() }],
      compatibilityDate: settings.compatibility_date,
      ...(settings.compatibility_flags && { compatibilityFlags: settings.compatibility_flags }),
      bindings: {
        ...settings.vars,
        SERVICE_URL: settings.vars['SERVICE_URL']!.replace('https://service.example', sandbox.url),
        ...Object.fromEntries(
          [...sh![0]!.matchAll(/^npx wrangler secret put (\w+)$/gm)].map(([, name]) => [
            name!,
            secrets[name!]!,
          ]),
        ),
      },
      durableObjects: { [binding]: { className, useSQLite: true } },
    });
    atEnd(() => miniflare.dispose());
    const { origin } = await miniflare.ready;
    const calls = callsTo(origin);
    // Cloudflare ends TLS, and says so.
    const overTls: typeof calls = (route, options) =>
      calls(route, { ...options, headers: { 'x-forwarded-proto': 'https' } });
    const token = await logInAndClaim(overTls, shop, { hasSessions: true });
    // The log arrives by a pipe of its own.
    while (!log.join('').includes('"operation":"claimRewardGrant"')) await once(heard, 'entry');
    assert.ok(!log.join('').includes(token));
    // Cloudflare's own entries contain the address of each request.
    const { logs, traces } = settings.observability;
    assert.deepEqual([logs.invocation_logs, traces.enabled], [false, false]);
  },

  // deployment-nginx.test.ts runs it behind nginx.
  nginx: async ({ sh }) => {
    const env = localEnvironment(environmentOf(sh![0]!), { root: makeRoot(), shop, service: sandbox.url });
    const { code, stderr } = await runProgram(env, '--check');
    assert.equal(code, 0, stderr);
  },

  // deployment-image.test.ts runs what the image runs.
  container: ({ sh }) => {
    const dockerfile = readFileSync(join(root, 'demo/gateway/Dockerfile'), 'utf8');
    const command = sh![0]!.replace(/\\\n\s*/g, '');
    const file = /--env-file (\S+)/.exec(command)![1]!;
    const settings = environmentOf(readFileSync(join(root, file), 'utf8'));
    assert.ok(existsSync(join(root, /build -f (\S+)/.exec(command)![1]!)));
    assert.equal(/-p 127\.0\.0\.1:\d+:(\d+)/.exec(command)![1], /^EXPOSE (\d+)$/m.exec(dockerfile)![1]);
    const claimTimeout = tablesOf('gateway-settings.md')
      .flatMap(({ rows }) => rows)
      .find(([name]) => name === '`CLAIM_TIMEOUT`')!;
    const [standard] = codesIn(claimTimeout.at(-1));
    assert.ok(Number(/--stop-timeout (\d+)/.exec(command)![1]) * 1000 > Number(standard));
    // Every path in the settings is in a folder that is mounted.
    const mounts = [...command.matchAll(/-v [^:]+:([^: ]+)/g)].map(([, folder]) => folder!);
    const paths = Object.values(settings).flatMap((value) => /^(?:file:)?(\/.*)$/.exec(value)?.[1] ?? []);
    assert.ok(paths.length > 1);
    for (const path of paths)
      assert.ok(
        mounts.some((folder) => `${path}/`.startsWith(`${folder}/`)),
        path,
      );
    return Promise.resolve();
  },

  policy: async ({ http }) => {
    const merchant = await startMerchantPage('storefront-elements');
    const evil = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
    let received = 0;
    evil.on('connection', () => received++);
    await once(evil, 'listening');
    const context = await browser.createBrowserContext();
    try {
      const gateway = await openGateway({ origins: [merchant.origin] }, { sandbox, shop });
      const [, policy] = /^Content-Security-Policy: (.*)$/m.exec(http![0]!)!;
      merchant.headers = {
        'content-security-policy': policy!.replace('https://gateway.example', gateway.url),
      };
      const [own, injected] = [await shop.grant(), await shop.grant()];
      merchant.html = `<!doctype html><html lang="en"><head><title>Reward</title><link rel="icon" href="data:,">
        <script type="module" src="/first.js" data-base-url="${gateway.url}"></script></head><body>
        <reward-claim id="own" token="${own.token}"></reward-claim>
        <reward-claim id="injected" token="${injected.token}" auto-claim
          base-url="http://127.0.0.1:${(evil.address() as AddressInfo).port}"></reward-claim></body></html>`;
      const page = await context.newPage();
      await page.goto(merchant.origin);
      await page.waitForSelector('#injected[data-state=unconfirmed]');
      await page.locator('#own >>> [part=button]').click();
      await page.waitForSelector('#own[data-state=claimed]');
      assert.equal(received, 0);
    } finally {
      await context.close();
      merchant.close();
      evil.close();
    }
  },
});

/** The parts of other platforms that the examples use. */
const declarations: Record<string, string> = {
  deno: `declare const Deno: {
    serve(handler: (request: Request, info: { remoteAddr: { hostname: string } }) => Promise<Response>): unknown;
  };`,
  bun: `declare const Bun: {
    serve(options: {
      fetch(request: Request, server: { requestIP(request: Request): { address: string } | null }): Promise<Response>;
    }): unknown;
  };`,
};
const aGateway = `import type { Gateway } from 'storefront-gateway';
  declare const gateway: Gateway;`;

test('The examples of docs/gateway.md in TypeScript have no type errors', () => {
  const files = new Map(
    examplesOf('gateway.md')
      .filter(({ language }) => language === 'ts')
      .map(({ check, code }) => {
        const isPart = check in declarations;
        return [
          join(root, `docs/${check}.ts`),
          isPart ? `${aGateway}\n${declarations[check]!}\n${code}` : code,
        ];
      }),
  );
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    root,
  );
  const all: ts.CompilerOptions = {
    ...options,
    noEmit: true,
    incremental: false,
    paths: Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, [source]])),
  };
  const host = ts.createCompilerHost(all);
  const { readFile, fileExists } = host;
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.fileExists = (name) => files.has(name) || fileExists(name);
  const program = ts.createProgram([...files.keys()], all, host);
  const problems = [...files.keys()].flatMap((name) => {
    const file = program.getSourceFile(name)!;
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  });
  assert.ok(files.size >= 5);
  assert.deepEqual(problems, []);
});
