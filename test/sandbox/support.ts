import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../demo/sandbox/sandbox.ts';

const disposals: (() => unknown)[] = [];

/** At the end of the file. A hook of its own inside `before` would already run when `before` is over. */
after(async () => {
  for (const dispose of disposals.reverse()) await dispose();
});

export function atEnd(dispose: () => unknown): void {
  disposals.push(dispose);
}

export interface Reply {
  status: number;
  headers: Headers;
  /** The body in any form: the tests check it. */
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

interface CallOptions {
  /** Sent as x-api-key; the secret development key unless told otherwise, none for null. */
  key?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface TestSandbox extends Sandbox {
  call(route: string, options?: CallOptions): Promise<Reply>;
  /** Lines the sandbox wanted the developer to see. */
  logged: string[];
}

/** Starts a sandbox for the tests of one file and closes it after them. */
export async function openSandbox(options: SandboxOptions = {}): Promise<TestSandbox> {
  const logged: string[] = [];
  const sandbox = await startSandbox({ log: (line) => logged.push(line), ...options });
  atEnd(() => sandbox.close());
  return { ...sandbox, logged, call: (route, call) => callAt(sandbox.url, route, call) };
}

/** `route` is written as in the service document: `POST /v1/access/otp`. */
export async function callAt(url: string, route: string, options: CallOptions = {}): Promise<Reply> {
  const [method = '', path = ''] = route.split(' ');
  const { key = 'sk_sandbox_secret', body, headers = {} } = options;
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(key !== null && { 'x-api-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: parse(await response.text()) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

interface RawReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A request as no browser would send it: the path is not normalized and the Host header is free. */
export function callRaw(url: string, path: string, headers: Record<string, string> = {}): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const request = httpRequest({ hostname, port, path, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    request.on('error', reject);
    request.end();
  });
}

/** A folder that is gone after the tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-test-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function uniqueEmail(): string {
  return `${randomUUID()}@shop.example`;
}

/** Asks for a code and reads it from the mailbox. */
export async function requestCode(sandbox: TestSandbox, email: string, expires?: number): Promise<string> {
  await sandbox.call('POST /v1/access/otp', { body: { email, ...(expires && { expires }) } });
  const { body } = await sandbox.call(`GET /sandbox/mailbox.json?email=${encodeURIComponent(email)}`);
  return body[0].code as string;
}

export async function verify(sandbox: TestSandbox, email: string, code: string): Promise<boolean> {
  const { body } = await sandbox.call('POST /v1/access/otp/verify', { body: { email, code } });
  return body.success as boolean;
}

/** A code of the right form that is certainly not the given one. */
export function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}
