/** The settings as a person at the keyboard meets them: every mistake at once, and never a secret in a message. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { formatText } from '../../../build/format.ts';
import { checkOptions, optionsOf } from '../../../src/gateway/check-options.ts';
import { GatewayOptionsError } from '../../../src/gateway/errors.ts';
import { readSettings, secretsOf, SETTINGS, warningsOf } from '../../../src/gateway/settings.ts';
import { helpText, settingsInForce, settingsMarkdown } from '../../../src/gateway/settings-help.ts';

const settingNames = [...SETTINGS.keys()];

const SECRET = 'a-secret-of-the-gateway-with-enough-bytes';
const APP_SECRET = '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';
const least = {
  SERVICE_URL: 'https://service.example',
  API_KEY: 'sk_live_0123456789',
  GATEWAY_SECRET: SECRET,
  ORIGINS: 'https://shop.example',
  CLIENT_ADDRESS: 'connection',
};
const sessions = {
  SESSION_KEYS: `2026-11:first-${SECRET},2026-05:second-${SECRET}`,
  SESSION_ISSUER: 'https://gateway.example',
  SESSION_AUDIENCE: 'https://shop.example',
};

const problemsOf = (variables: Record<string, unknown>, rest = {}): readonly string[] => {
  try {
    readSettings({ variables, ...rest });
    return [];
  } catch (error) {
    assert.ok(error instanceof GatewayOptionsError, String(error));
    for (const problem of error.problems) assert.ok(error.message.includes(problem));
    return error.problems;
  }
};

/** A value that each setting does not take. */
const wrong: Record<string, readonly string[]> = {
  SERVICE_URL: [
    'service',
    'ftp://service.example',
    'https://user:pass@service.example',
    'https://s.example/?a=1',
  ],
  API_KEY: ['two words', 'line\nbreak', 'clé'],
  READ_TIMEOUT: ['0', '8s', '-1', '1e3', '99999999'],
  CLAIM_TIMEOUT: ['25s', '1.5'],
  ORIGINS: [
    '*',
    'null',
    'shop.example',
    'https://shop.example/',
    'https://a.example,https://a.example',
    ',',
    'https://Shop.example',
    'https://shop.example:443',
    'capacitor://localhost',
  ],
  APP_PROXY_SECRETS: ['brief', 'with a blank in it'],
  APP_PROXY_ADMIN_TOKEN: ['brief', 'shpat_with a blank in it'],
  APP_PROXY_ORIGINS: ['*', 'shop.example', 'https://shop.example/'],
  APP_PROXY_SHOPS: ['shop.example', 'https://shop.myshopify.com', 'a.myshopify.com.evil.example'],
  BASE_PATH: ['apps/rewards', '/apps/', '/', '/a//b', '/../b', '/a?b', '/a b'],
  REQUIRE_LOGIN: ['yes', '1', 'TRUE'],
  RESERVE: ['on'],
  GATEWAY_SECRET: ['too-short'],
  SESSION_KEYS: [SECRET, `:${SECRET}`, `k id:${SECRET}`, 'kid:brief', `a:${SECRET},a:${SECRET}`, ','],
  SESSION_ISSUER: ['two words'],
  SESSION_AUDIENCE: ['two words'],
  SESSION_LIFETIME: ['1', '12h'],
  SESSION_COOKIE: ['None', 'strict'],
  SESSION_COOKIE_DOMAIN: ['shop', 'https://shop.example', 'shop.example; Secure=no'],
  CLAIM_KEYS: [`kid=${SECRET}`],
  CLAIM_LIFETIME: ['86399', '90d'],
  AFTER_LOST_ANSWER: ['retry'],
  ...Object.fromEntries(
    settingNames
      .filter((name) => name.startsWith('LIMIT_'))
      .map((name) => [name, ['20', '0/60', '5/0', '5/hour', '-1/60']]),
  ),
  BODY_LIMIT: ['4k', '1'],
  BODY_TIMEOUT: ['5s'],
  CODE_ANSWER_TIME: ['-1'],
  MAX_CODE_ANSWER_TIME: ['2s'],
  MAX_CODE_EXPIRES: ['0'],
  SHOWN_ADDRESS_CODES: ['a b'],
  SESSION_END_OTHERS: ['no'],
  TOKEN_PATTERN: ['\n'],
  RESPONSE_LIMIT: ['4M'],
  COLLECTION_FIELDS: ['a-b'],
  CACHE_FRESH: ['-1'],
  CACHE_WHILE_REVALIDATE: ['5m'],
  CACHE_IF_ERROR: ['1d'],
  PORT: ['http', '65536', '-1'],
  HOST: ['a b', 'http://0.0.0.0'],
  CLIENT_ADDRESS: ['proxy', 'proxies:0', 'proxies:11', 'header:x-forwarded-for', 'header:a b', 'header:'],
  STORE_URL: [
    'redis',
    'memory',
    'file:relative',
    'postgres://host',
    'redis://host/abc',
    'redis://host/1/2',
    'redis+cluster://host/1',
  ],
  STORE_PREFIX: ['two words', 'shop:1', 'shop{1}', 'shop*', 'a'.repeat(65)],
  LOG_LEVEL: ['debug', 'verbose'],
};

describe('The settings', () => {
  test('need a service, a key, a secret and somebody who may call, and say so all at once', () => {
    const problems = problemsOf({});
    assert.deepEqual(
      problems.map((problem) => problem.split(' ')[0]),
      ['SERVICE_URL', 'API_KEY', 'CLIENT_ADDRESS', 'GATEWAY_SECRET', 'ORIGINS'],
    );
    assert.deepEqual(problemsOf({ ...least }), []);
    assert.deepEqual(problemsOf({ ...least, API_KEY: '' }).length, 1);
  });

  test('have a wrong value tested for each of them', () => {
    assert.deepEqual(Object.keys(wrong).toSorted(), settingNames.toSorted());
  });

  for (const name of settingNames)
    test(`that are wrong are named: ${name}, with what is allowed and without the value of a secret`, () => {
      const { kind, secret } = SETTINGS.get(name)!;
      for (const value of wrong[name]!) {
        const problems = problemsOf({ ...least, ...sessions, [name]: value });
        const own = problems.filter(
          (problem) => problem.startsWith(`${name} `) && problem.includes('Allowed: '),
        );
        assert.equal(own.length, 1, `${JSON.stringify(value)}: ${problems.join()}`);
        assert.ok(own[0]!.includes(kind.allowed), own[0]);
        if (!secret) continue;
        for (const problem of problems)
          for (const part of value
            .split(/[,:]/)
            .filter((each) => each.length > 3 && !kind.allowed.includes(each)))
            assert.ok(!problem.includes(part), problem);
      }
    });

  test('that are wrong are all in one message', () => {
    const all = Object.fromEntries(settingNames.map((name) => [name, wrong[name]![0]!]));
    const named = problemsOf(all).map((problem) => problem.split(' ')[0]);
    assert.deepEqual(named, settingNames);
  });

  test('that do not go together are named', () => {
    const firstWords = (variables: Record<string, string>) =>
      problemsOf({ ...least, ...variables }).map((problem) => problem.split(' ')[0]);
    assert.deepEqual(firstWords({ REQUIRE_LOGIN: 'true', RESERVE: 'true' }), ['REQUIRE_LOGIN', 'RESERVE']);
    assert.deepEqual(firstWords({ SESSION_KEYS: sessions.SESSION_KEYS }), [
      'SESSION_ISSUER',
      'SESSION_AUDIENCE',
    ]);
    assert.deepEqual(firstWords({ SESSION_COOKIE: 'Lax' }), [
      'SESSION_KEYS',
      'SESSION_ISSUER',
      'SESSION_AUDIENCE',
    ]);
    assert.deepEqual(firstWords({ READ_TIMEOUT: '5000', CLAIM_TIMEOUT: '4999' }), ['CLAIM_TIMEOUT']);
    assert.deepEqual(firstWords({ CODE_ANSWER_TIME: '900', MAX_CODE_ANSWER_TIME: '800' }), [
      'MAX_CODE_ANSWER_TIME',
    ]);
    assert.deepEqual(
      firstWords({ LIMIT_VERIFY_PER_EMAIL_AND_ADDRESS: '9/60', LIMIT_VERIFY_PER_EMAIL: '8/60' }),
      ['LIMIT_VERIFY_PER_EMAIL_AND_ADDRESS'],
    );
    assert.deepEqual(firstWords({ CACHE_WHILE_REVALIDATE: '600', CACHE_IF_ERROR: '60' }), ['CACHE_IF_ERROR']);
    assert.deepEqual(firstWords({ APP_PROXY_SHOPS: 'a.myshopify.com' }), ['APP_PROXY_SECRETS']);
    assert.deepEqual(firstWords({ STORE_PREFIX: 'shop-1' }), ['STORE_PREFIX']);
    assert.deepEqual(firstWords({ STORE_PREFIX: 'shop-1', STORE_URL: 'file:/data' }), ['STORE_PREFIX']);
    for (const url of [
      'redis://redis.example/1',
      'rediss+cluster://[::1]:7000,host',
      'redis://host/?family=6',
    ])
      assert.deepEqual(firstWords({ STORE_PREFIX: 'shop-1', STORE_URL: url }), []);
    const proxyOnly = {
      ORIGINS: '',
      APP_PROXY_SECRETS: APP_SECRET,
      APP_PROXY_SHOPS: 'a.myshopify.com',
    };
    assert.deepEqual(firstWords(proxyOnly), []);
    assert.deepEqual(firstWords({ ...proxyOnly, ...sessions, SESSION_COOKIE: 'Lax' }), ['SESSION_COOKIE']);
  });

  test('take a secret from a file, without the line break at its end', () => {
    const { API_KEY: _, ...rest } = least;
    const readFile = (path: string) => {
      assert.equal(path, '/run/secrets/key');
      return 'sk_from_file\n';
    };
    const variables = { ...rest, API_KEY_FILE: '/run/secrets/key' };
    assert.equal(readSettings({ variables, readFile }).apiKey, 'sk_from_file');
    assert.match(
      problemsOf({ ...least, ...variables }, { readFile }).join(),
      /^API_KEY is set, and so is API_KEY_FILE/,
    );
    assert.match(problemsOf(variables).join(), /^API_KEY cannot come from a file here/);
    assert.match(problemsOf(variables, { readFile: () => '\n' }).join(), /^API_KEY is empty in the file/);
    const missing = () => readFileSync('/nowhere/at-all', 'utf8');
    assert.match(
      problemsOf(variables, { readFile: missing }).join(),
      /^API_KEY cannot be read .* \(ENOENT\)/,
    );
  });

  test('become options that the gateway takes, in full and at the least', () => {
    checkOptions(optionsOf(readSettings({ variables: least })));
    const options = optionsOf(
      readSettings({
        variables: {
          ...least,
          ...sessions,
          APP_PROXY_SECRETS: `${APP_SECRET},previous-${APP_SECRET}`,
          APP_PROXY_SHOPS: 'a.myshopify.com, b.myshopify.com',
          APP_PROXY_ORIGINS: 'https://shop.example',
          BASE_PATH: '/apps/rewards',
          REQUIRE_LOGIN: 'true',
          RESERVE: 'true',
          SESSION_COOKIE: 'Strict',
          SESSION_COOKIE_DOMAIN: 'shop.example',
          CLAIM_KEYS: `now:claims-${SECRET},own:${SECRET}`,
          AFTER_LOST_ANSWER: 'repeat',
          LIMIT_READ_PER_ADDRESS: '7/3',
          CLIENT_ADDRESS: 'proxies:2',
        },
      }),
    );
    checkOptions(options);
    assert.deepEqual(
      options.sessions?.keys.map(({ kid }) => kid),
      ['2026-11', '2026-05'],
    );
    assert.deepEqual(options.sessions.cookie, { sameSite: 'Strict', domain: 'shop.example' });
    assert.deepEqual(options.appProxy?.shops, ['a.myshopify.com', 'b.myshopify.com']);
    assert.deepEqual(options.appProxy.origins, ['https://shop.example']);
    assert.deepEqual(options.limits.readPerAddress, { points: 7, duration: 3 });
    assert.equal(options.basePath, '/apps/rewards');
    assert.equal(options.claims.afterLostAnswer, 'repeat');
    assert.deepEqual(options.clientAddress, { proxies: 2 });
  });

  test('have the same defaults as options in code', () => {
    assert.deepEqual(
      optionsOf(readSettings({ variables: least })),
      checkOptions({
        baseUrl: least.SERVICE_URL,
        apiKey: least.API_KEY,
        secret: SECRET,
        origins: [least.ORIGINS],
        clientAddress: 'connection',
      }),
    );
  });

  test('of a Worker are its bindings; what else is bound, or only for Node, is none of them', () => {
    const variables = { ...least, STATE: {}, STORE: {}, PORT: 'none of ours', STORE_URL: 'neither' };
    assert.equal(readSettings({ variables, isWorker: true }).apiKey, least.API_KEY);
  });

  test('are shown without any secret', () => {
    const settings = readSettings({
      variables: {
        ...least,
        ...sessions,
        STORE_URL: 'redis://user:pa%24sword@redis.example:6379/1',
        APP_PROXY_SECRETS: APP_SECRET,
        APP_PROXY_SHOPS: 'a.myshopify.com',
      },
    });
    const shown = settingsInForce(settings);
    const secrets = secretsOf(settings);
    assert.ok(secrets.includes('pa$sword') && secrets.includes(least.API_KEY) && secrets.length >= 6);
    for (const secret of secrets) assert.ok(!shown.includes(secret));
    assert.match(shown, /^ORIGINS +https:\/\/shop\.example$/m);
    assert.match(shown, /^LIMIT_READ_PER_ADDRESS +600\/60$/m);
    assert.equal(shown.split('\n').length, settingNames.length);
  });

  test('are shown without a password that nobody has encoded', () => {
    const settings = readSettings({
      variables: { ...least, STORE_URL: 'redis://user:100%sure@redis.example:6379/1' },
    });
    assert.ok(secretsOf(settings).includes('100%sure'));
    assert.ok(!settingsInForce(settings).includes('100%sure'));
  });

  test('that work, and were likely not meant so, are warned of', () => {
    const warnings = (given: Record<string, string>) => {
      const environment = { variables: { ...least, ...given } };
      return [...warningsOf(readSettings(environment), environment)];
    };
    const quiet = { STORE_URL: 'redis://redis.example', CLIENT_ADDRESS: 'proxies:1' };
    assert.deepEqual(warnings(quiet), []);
    assert.match(
      warnings({ ...quiet, STORE_URL: 'memory:' }).join(),
      /^STORE_URL .*Several instances need Redis/,
    );
    assert.match(warnings({ ...quiet, STORE_URL: 'file:/data' }).join(), /^STORE_URL .*several need Redis/);
    assert.match(warnings({ ...quiet, SERVICE_URL: 'http://service:8080' }).join(), /^SERVICE_URL is http/);
    assert.match(
      warnings({ ...quiet, CLIENT_ADDRESS: 'connection' }).join(),
      /^CLIENT_ADDRESS is connection/,
    );
    const misspelt = 'LIMIT_SEND_PER_ADRESS';
    assert.deepEqual(warnings({ ...quiet, [misspelt]: '5/60', SESSION_MANAGER: 'local', POST: '1' }), [
      `${misspelt} is not a setting and has no effect. Do you mean LIMIT_SEND_PER_ADDRESS?`,
    ]);
    assert.deepEqual(warnings({ ...quiet, [misspelt]: '5/60', LIMIT_SEND_PER_ADDRESS: '5/60' }), []);
    assert.match(warnings({ ...quiet, SESSION_KEY: SECRET }).join(), /^SESSION_KEY .*SESSION_KEYS\?$/);
  });
});

describe('The words about the settings', () => {
  test('name every one of them, in the help and in docs/gateway-settings.md', async () => {
    const help = helpText();
    for (const name of settingNames) assert.match(help, new RegExp(`^  ${name}\\b`, 'm'));
    for (const line of help.split('\n')) assert.ok(line.length <= 110, line);
    const file = join(import.meta.dirname, '../../../docs/gateway-settings.md');
    const intro = [
      '# Settings of the gateway',
      '',
      '<!-- Made from src/gateway/option-table.ts by `UPDATE_DOCS=1 npm test -- gateway`. -->',
      '',
      'Environment variables of the program `storefront-gateway`, and bindings of the Worker. An empty variable counts as',
      'not set. `storefront-gateway --check` reads them, asks the store and starts nothing.',
    ].join('\n');
    const expected = await formatText(file, `${intro}\n\n${settingsMarkdown()}\n`);
    if (process.env['UPDATE_DOCS']) writeFileSync(file, expected);
    assert.equal(readFileSync(file, 'utf8'), expected);
  });
});
