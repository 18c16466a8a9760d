import type { TestShop } from '../../helpers/control.ts';
import { consoleOf, expect, inState, newShop, textOf } from '../../helpers/fixture.ts';
import { open, parts, watchRequests } from './support.ts';

describe('<collection-timeline> with a wrong attribute', () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await newShop();
  });

  for (const [name, value, allowed] of [
    ['order', 'newest', 'asc or desc'],
    ['layout', 'grid', 'feed or compact or alternating or cards'],
    ['group-by', 'week', 'day or month or year'],
    ['paging', 'scroll', 'auto or button'],
    ['refresh-interval', '4', 'a number of seconds, 5 at least'],
    ['refresh-interval', '0', 'a number of seconds, 5 at least'],
    ['refresh-interval', '-60', 'a number of seconds, 5 at least'],
    ['refresh-interval', 'often', 'a number of seconds, 5 at least'],
    ['show-header', 'name logo', 'none, or some of media name description launch-date keywords'],
    ['time-zone', 'Berlin', 'an IANA time zone like Europe/Berlin'],
    ['map-url', 'https://map.example/', 'an http(s) address with {location} in it'],
    ['map-url', 'javascript:alert("{location}")', 'an http(s) address with {location} in it'],
    ['collection', '{"name"', 'a JSON object, a collection'],
    ['collection', '["name"]', 'a JSON object, a collection'],
    ['collection', '{"name":1}', 'a JSON object, a collection'],
    ['heading-level', '7', 'a whole number from 1 to 6'],
    ['heading-level', 'large', 'a whole number from 1 to 6'],
    ['words', '{"more"', 'a JSON object of texts'],
    ['error-messages', '[1]', 'a JSON object of texts'],
  ] as const)
    it(`says once what is allowed and works without it: ${name}="${value}"`, async () => {
      const sent = watchRequests();
      const messages = await consoleOf('warn', async () => {
        const timeline = await open(shop, { 'collection-slug': 'nordlicht-aw26', limit: '2', [name]: value });
        await inState(timeline, 'ready');
        timeline.requestUpdate();
        await timeline.updateComplete;
        expect(textOf(timeline, 'button')).to.equal('Show more');
        expect(parts(timeline, 'entry')).to.have.length(2);
        expect(parts(timeline, 'group-heading')).to.have.length(0);
      });
      expect(messages).to.deep.equal([`<collection-timeline> ${name} must be ${allowed}.`]);
      expect(sent[0]!.query).to.not.have.property('order');
    });

  for (const value of ['0', '1001', 'all'])
    it(`says once what is allowed and reads pages of 20 entries: limit="${value}"`, async () => {
      const sent = watchRequests();
      const messages = await consoleOf('warn', async () => {
        const timeline = await open(shop, { 'collection-slug': 'nordlicht-aw26', limit: value });
        await inState(timeline, 'ready');
        expect(timeline.entries).to.have.length(20);
      });
      expect(messages).to.deep.equal(['<collection-timeline> limit must be a number from 1 to 1000.']);
      expect(sent[0]!.query).to.have.property('limit', '20');
    });

  it('says once that a collection has no slug to read its entries by, and reads nothing', async () => {
    const body = { name: 'Nordlicht', slug: null };
    await shop.fault({ operation: 'getCollection', fault: 'wrong-shape', body });
    const messages = await consoleOf('warn', async () => {
      const timeline = await open(shop, { 'collection-id': 'x' });
      await inState(timeline, 'empty');
      expect(textOf(timeline, 'name')).to.equal('Nordlicht');
      expect(await timeline.refresh()).to.equal(0);
      await timeline.updateComplete;
    });
    expect(messages).to.deep.equal([
      '<collection-timeline> collection-slug must be given, or token-id, because the collection has no slug.',
    ]);
    expect(await shop.requests('listTimeline')).to.deep.equal([]);
  });

  for (const value of [
    'none',
    '{"id":1}',
    '[{"id":1}]',
    '[{"id":"1","type":"update","created_at":"2026-01-01"}]',
  ])
    it(`says once what is allowed and shows nothing: entries='${value}'`, async () => {
      const messages = await consoleOf('warn', async () => {
        const timeline = await open(shop, { 'collection-slug': 'nordlicht-aw26', entries: value });
        timeline.requestUpdate();
        await timeline.updateComplete;
        expect(timeline.dataset['state']).to.equal('misconfigured');
        expect(textOf(timeline, 'message')).to.equal('Not available right now. Please try again later.');
      });
      expect(messages).to.deep.equal([
        '<collection-timeline> entries must be a JSON array of timeline entries.',
      ]);
      expect(await shop.requests()).to.deep.equal([]);
    });

  it('takes up its work when the attribute is put right', async () => {
    await consoleOf('warn', async () => {
      const timeline = await open(shop, { 'collection-slug': 'nordlicht-aw26', entries: 'none' });
      expect(timeline.dataset['state']).to.equal('misconfigured');
      timeline.removeAttribute('entries');
      await inState(timeline, 'ready');
      expect(parts(timeline, 'entry')).to.have.length(20);
      timeline.tokenId = 0;
      await inState(timeline, 'misconfigured');
      timeline.tokenId = undefined;
      timeline.limit = 4;
      await inState(timeline, 'ready');
      expect(parts(timeline, 'entry')).to.have.length(4);
    });
  });
});
