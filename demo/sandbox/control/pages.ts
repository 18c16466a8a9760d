import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Answer, SandboxContext } from '../context.ts';
import { grantState, listGrants } from '../store/grants.ts';
import type { Mail } from './mailbox.ts';

type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

const STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); --accent: light-dark(#1f6f78, #7fd1d8); }
* { box-sizing: border-box; }
body { font: 1rem/1.55 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
header { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: baseline; margin-block-end: 1.5rem; }
h1 { font-size: 1.6rem; margin: 0; letter-spacing: -0.01em; }
h2 { font-size: 1.1rem; margin: 2.25rem 0 0.6rem; }
a { color: var(--accent); }
article { overflow-wrap: anywhere; border: 1px solid var(--line); border-radius: 0.8rem; padding: 1rem 1.25rem; margin-block: 0.9rem; }
article h2 { margin: 0.2rem 0; font-size: 1.05rem; }
article p { margin: 0; font-size: 0.9rem; }
time { opacity: 0.75; }
[data-code] { display: inline-block; font-size: 1.9rem; letter-spacing: 0.25em; margin-block: 0.4rem; }
pre { white-space: pre-wrap; font: inherit; margin: 0.4rem 0 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.92rem; }
th, td { text-align: start; padding: 0.4rem 0.75rem 0.4rem 0; border-block-end: 1px solid var(--line); }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
`;

/** The one style sheet is allowed by its hash; nothing else may load or run, whatever a mail contains. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** In one piece, because white space that a formatter adds inside the element would change its hash. */
const STYLE_ELEMENT = raw(`<style>${STYLE}</style>`);

const GRANTS_SHOWN = 200;
const MAILBOX_REFRESH_SECONDS = 3;

async function page(title: string, content: Markup, head?: Markup): Promise<Answer> {
  const markup = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${head ?? ''}
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        ${content}
      </body>
    </html>`;
  return {
    status: 200,
    html: String(await markup),
    headers: { 'Content-Security-Policy': CONTENT_SECURITY_POLICY, 'Referrer-Policy': 'no-referrer' },
  };
}

/** It has no form: each refresh would wipe its fields. */
export function mailboxPage(mails: Mail[], email = ''): Promise<Answer> {
  const articles = mails.map(
    (mail) =>
      html`<article>
        <p>
          <a href="?email=${encodeURIComponent(mail.email)}">${mail.email}</a> ·
          <time datetime="${mail.sentAt}">${mail.sentAt}</time>
        </p>
        <h2>${mail.subject}</h2>
        <code data-code>${mail.code}</code>
        <pre>${mail.text}</pre>
      </article>`,
  );
  return page(
    'Mailbox of the sandbox',
    html`<header>
        <h1>Mailbox</h1>
        <a href="/sandbox">All of the sandbox</a>
      </header>
      <main>
        ${email ? html`<p>Only mails to ${email}. <a href="/sandbox/mailbox">All mails</a></p>` : ''}
        ${mails.length > 0 ? articles : html`<p>No mail yet. Ask for a one-time code and it lands here.</p>`}
      </main>`,
    html`<meta http-equiv="refresh" content="${MAILBOX_REFRESH_SECONDS}" />`,
  );
}

export function indexPage({ db, now }: SandboxContext): Promise<Answer> {
  const keys = db.prepare('SELECT key, role FROM api_keys ORDER BY created_at, key LIMIT 50').all();
  const collections = db
    .prepare(
      `SELECT id, slug, (SELECT count(*) FROM timeline_entries e WHERE e.collection_id = collections.id) AS entries
       FROM collections ORDER BY rowid LIMIT 50`,
    )
    .all();
  const at = now();
  const grants = listGrants(db, GRANTS_SHOWN).map((grant) => [
    grant.token,
    grantState(grant, at),
    grant.code_type,
    grant.value_type,
    grant.value ?? '',
    grant.scope,
  ]);
  return page(
    'Storefront sandbox',
    html`<header>
        <h1>Storefront sandbox</h1>
        <a href="/sandbox/mailbox">Mailbox</a>
      </header>
      <main>
        <p>
          The whole service interface, served from SQLite. Where the interface leaves a point open, the
          sandbox chooses; its choices are listed in <code>demo/sandbox/README.md</code>.
        </p>
        <h2>Keys</h2>
        ${table(
          ['x-api-key', 'role'],
          keys.map(({ key, role }) => [key, role]),
        )}
        <h2>Collections</h2>
        ${table(
          ['id', 'slug', 'timeline entries'],
          collections.map(({ id, slug, entries }) => [id, slug, entries]),
        )}
        <h2>Grants</h2>
        ${table(['token', 'state', 'code type', 'value type', 'value', 'scope'], grants)}
      </main>`,
  );
}

/** The first column holds the values that developers copy. */
function table(heads: string[], rows: unknown[][]): Markup {
  const cell = (value: unknown, index: number): Markup =>
    index === 0 ? html`<td><code>${value}</code></td>` : html`<td>${value}</td>`;
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map(cell)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
