import {
  createClient,
  isAbortedError,
  isNetworkError,
  listTimeline,
  verifyOtp,
} from '../../src/api/index.ts';
import { expect, newShop } from '../helpers/fixture.ts';

describe('The client in a browser', () => {
  it('reads across origins with a key', async () => {
    const shop = await newShop();
    const client = createClient({ baseUrl: shop.url, apiKey: shop.key });
    expect((await listTimeline(client, { limit: 2 })).data).to.have.length(2);
  });

  it('takes a same-origin path for a base URL, and keeps it when the page changes its address', async () => {
    const asked: string[] = [];
    const client = createClient({
      baseUrl: '/apps/rewards/',
      fetch: (url) => {
        asked.push(new Request(url).url);
        return Promise.resolve(Response.json({ success: true }));
      },
    });
    const before = location.href;
    history.pushState(null, '', '/somewhere/else');
    await verifyOtp(client, { email: 'a@b.example', code: '1' });
    history.pushState(null, '', before);
    expect(asked).to.deep.equal([`${location.origin}/apps/rewards/v1/access/otp/verify`]);
  });

  it('tells a lost connection from an abort', async () => {
    const shop = await newShop();
    const client = createClient({ baseUrl: shop.url, apiKey: shop.key });
    await shop.fault({ operation: 'verifyOtp', fault: 'drop-after' });
    const lost: unknown = await verifyOtp(client, { email: 'a@b.example', code: '1' }).catch(
      (error: unknown) => error,
    );
    expect(isNetworkError(lost)).to.equal(true);
    const end = new AbortController();
    const call = verifyOtp(client, { email: 'a@b.example', code: '1' }, { signal: end.signal });
    end.abort();
    expect(isAbortedError(await call.catch((error: unknown) => error))).to.equal(true);
  });
});
