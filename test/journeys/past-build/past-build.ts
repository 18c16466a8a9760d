/**
 * An earlier build of the script files (commit 9fbeb077), and the records that it stored in a shopper's browser.
 * `files.json.br` has the files by name. `records.json` was written by running them on a page of `http://shop.localhost`:
 * a login, a claimed reward, one in a Shopify cart, a reserved code, a claim without an answer, and a place in a story.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Page } from 'puppeteer-core';
import { script, setStage, shopPage, type Stage } from '../support.ts';

interface Records {
  page: {
    origin: string;
    email: string;
    tokens: Record<'claimed' | 'applied' | 'pending' | 'rewardId' | 'codeId', string>;
    codes: Record<'claimed' | 'applied' | 'reserved', string>;
  };
  localStorage: Record<string, string>;
  sessionStorage: Record<string, string>;
}

const read = (name: string) => readFileSync(join(import.meta.dirname, name));

/** The script files by name. */
export const pastFiles = JSON.parse(brotliDecompressSync(read('files.json.br')).toString()) as Record<
  string,
  string
>;

export const pastRecords = JSON.parse(read('records.json').toString()) as Records;

/** The records belong to the address of that page, because their names are derived from it. */
const { origin } = pastRecords.page;

export const pastStage = (): Stage =>
  setStage(({ origin: address }) => [
    `--host-resolver-rules=MAP ${new URL(origin).host}:80 ${new URL(address).host}`,
  ]);

/** Opens pages of the shop at that address. */
export const openPast =
  (stage: Stage) =>
  async (page: Page, body: string, head = script, path = '/'): Promise<void> => {
    stage.merchant.pages[path] = shopPage(body, head);
    await page.goto(origin + path);
  };
