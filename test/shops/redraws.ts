/** Sections that are removed and drawn again, in the theme editor and in the shop: they must leave nothing behind. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openPage, type Stage } from '../cdn/support.ts';
import { count, fresh, openTheme, redraw } from './editor-support.ts';

/**
 * @param stage one that listens to requests
 * @param times how often all sections are drawn anew between the two counts
 */
export function testRedraws(stage: Stage, times: number): void {
  describe(`Sections that are drawn anew ${times} times`, () => {
    for (const isEditor of [true, false])
      test(`leave nothing behind ${isEditor ? 'in the editor' : 'in the shop'}`, async () => {
        const shopBlocks = async () => {
          const { context, shop } = await openPage(stage, '');
          await context.close();
          const { token } = await shop.grant();
          const { slug } = await shop.timeline({ count: 12 });
          const at = 'base-url="/apps/rewards"';
          return {
            login: `<otp-login ${at}></otp-login>`,
            claim: `<reward-claim ${at} token="${token}"></reward-claim>`,
            gated: `<reward-claim ${at} requires-login token="${token}"></reward-claim>`,
            story: `<collection-timeline ${at} collection-slug="${slug}"></collection-timeline>`,
          };
        };
        const blocks = isEditor ? fresh : await shopBlocks();
        const { page, context, complaints } = await openTheme(stage, blocks, isEditor);
        const session = await page.createCDPSession();
        // After these rounds, everything that is created only once exists, including the engine's own machine code.
        await redraw(page, times / 2);
        const { heap: heapBefore, nodes: nodesBefore, ...before } = await count(page, session);
        await redraw(page, times);
        const { heap, nodes, ...after } = await count(page, session, before.timers);
        assert.deepEqual(after, before);
        assert.deepEqual(after.elements, { 'otp-login': 2, 'reward-claim': 2, 'collection-timeline': 1 });
        // An element that stayed each time would leave twenty nodes or more each time. On a slow machine a template may be
        // drawn for the first time: that makes some twenty in all.
        assert.ok(nodes < nodesBefore + 50, `${nodesBefore} nodes became ${nodes}`);
        assert.ok(heap <= heapBefore * 1.15, `${heapBefore} bytes became ${heap}`);
        assert.deepEqual(complaints, []);
        await context.close();
      });
  });
}
