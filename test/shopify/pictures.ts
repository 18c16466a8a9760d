/**
 * Draws the pictures of `docs/shopify/`: each block in the Dawn-like page, on a phone and on a desk, in a light and in a
 * dark section. Run by hand, after a change of the look: `node --test test/shopify/pictures.ts`.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openShop } from '../helpers/control.ts';
import { loadPictures } from '../gallery/support.ts';
import { type Block, openPage, setStage } from './shop.ts';

const stage = setStage();
const folder = join(import.meta.dirname, '../../docs/shopify');
/** Of the sandbox's own shop. */
const collection = '7b0d5a54-3f0e-4c1e-9a50-0d1f6c2b7a01';

const blocks: (Block & { isClaimed?: boolean })[] = [
  { block: 'otp-login' },
  { block: 'reward-claim', isClaimed: true },
  {
    block: 'collection-timeline',
    settings: { collection_id: collection, show_header: false, limit: 5, group_by: 'month' },
  },
];

for (const [look, scheme] of [
  ['light', 1],
  ['dark', 3],
] as const)
  for (const width of [390, 1280])
    for (const { isClaimed, ...block } of [...blocks, { block: 'reward-panel', isClaimed: false }])
      test(`${block.block}, ${width} px, ${look}`, async () => {
        const { token } = await (await openShop(stage.sandbox.url)).grant();
        const isPanel = block.block === 'reward-panel';
        const { page, context } = await openPage(stage, isPanel ? [] : [block], {
          address: `#reward=${token}`,
          width,
          scheme,
          ...(isPanel && { embed: {} }),
        });
        const [tag] = isPanel ? ['reward-claim'] : [block.block];
        await page.waitForSelector(`${tag}[data-state]:not([data-state=loading])`);
        if (isClaimed) await page.locator('reward-claim >>> [part=button]').click();
        if (isClaimed) await page.waitForSelector('reward-claim[data-state=claimed]');
        if (tag === 'collection-timeline') await loadPictures(page, 900);
        await page.mouse.move(0, 0);
        mkdirSync(folder, { recursive: true });
        const path = join(folder, `${block.block}-${width}-${look}.webp`) as `${string}.webp`;
        await page.screenshot({ path, type: 'webp', quality: 60 });
        await context.close();
      });
