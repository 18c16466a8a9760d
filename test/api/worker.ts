/** A worker that uses the client as it is. */
import {
  claimRewardGrant,
  createClient,
  isServiceError,
  listTimeline,
  rawEvents,
} from '../../src/api/index.ts';

interface Env {
  SERVICE: string;
  KEY: string;
  TOKEN: string;
}

export default {
  async fetch(_request: Request, env: Env): Promise<Response> {
    const client = createClient({ baseUrl: env.SERVICE, apiKey: env.KEY });
    const [{ data }, claim] = await Promise.all([
      listTimeline(client, { collection_slug: 'nordlicht-aw26', limit: 3 }),
      claimRewardGrant(client, env.TOKEN),
    ]);
    const again: unknown = await claimRewardGrant(client, env.TOKEN).catch((error: unknown) => error);
    let events = 0;
    for await (const _event of rawEvents(client, { date_from: '2020-01-01', limit: 1000 })) events++;
    return Response.json({
      entries: data.length,
      discountCode: claim.discountCode,
      again: isServiceError(again) && again.code,
      events,
    });
  },
};
