import { withdraw } from '../../../src/elements/shared/record-store.ts';
import { SharedRecord, storeAgain } from '../../../src/elements/shared/shared-record.ts';
import { expect } from '../../helpers/fixture.ts';
import { override } from '../../helpers/undo.ts';

interface Note {
  text: string;
}

let names = 0;

describe('A record', () => {
  let record: SharedRecord<Note>;
  let isStored: boolean;
  let key: string;

  const make = (area: 'localStorage' | 'sessionStorage' = 'localStorage') => {
    const name = `note:${++names}`;
    key = `storefront-elements:${name}`;
    return new SharedRecord<Note>({
      name,
      area,
      isValid: (data): data is Note => typeof (data as Partial<Note> | null)?.text === 'string',
      isShared: ({ text }) => text !== 'secret',
      isStored: () => isStored,
    });
  };
  beforeEach(() => {
    isStored = true;
    record = make();
  });

  /** The messages that other tabs receive while `run` runs. */
  const heardOf = async (run: () => void): Promise<unknown[][]> => {
    const tab = new BroadcastChannel('storefront-elements:');
    const heard: unknown[][] = [];
    const { promise, resolve } = Promise.withResolvers<undefined>();
    tab.onmessage = ({ data }: MessageEvent<unknown[]>) =>
      data[0] === 'the end' ? resolve(undefined) : heard.push(data);
    run();
    const end = new BroadcastChannel('storefront-elements:');
    end.postMessage(['the end', '']);
    await promise;
    end.close();
    tab.close();
    return heard;
  };

  it('is what was set, in the area that was asked for', () => {
    record.set({ text: 'one' });
    expect(record.get()).to.deep.equal({ text: 'one' });
    expect(localStorage.getItem(key)).to.contain('one');
    record = make('sessionStorage');
    record.set({ text: 'two' });
    expect(sessionStorage.getItem(key)).to.contain('two');
    record.set(undefined);
    expect(record.get()).to.equal(undefined);
    expect(sessionStorage).to.have.length(0);
  });

  it('is gone at its end, and lasts without one', () => {
    record.set({ text: 'over' }, Date.now());
    expect(record.get()).to.equal(undefined);
    record.set({ text: 'lasting' });
    expect(record.get()).to.deep.equal({ text: 'lasting' });
  });

  it('leaves the storage at its end, as soon as a page looks for it', () => {
    record.set({ text: 'over' }, Date.now());
    expect(localStorage.getItem(key)).to.contain('over');
    record.watch(() => undefined)();
    expect(localStorage.getItem(key)).to.equal(null);
  });

  it('works where the browser refuses channels between tabs, as Firefox does without cookies', () => {
    override(globalThis, 'BroadcastChannel', {
      value: function refuse() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
    const calls: string[] = [];
    const stop = record.watch(() => calls.push('changed'));
    record.set({ text: 'one' });
    expect(record.get()).to.deep.equal({ text: 'one' });
    expect(calls).to.deep.equal(['changed']);
    stop();
  });

  it('is the newest, also when storage changed behind the page', () => {
    record.set({ text: 'one' });
    localStorage.setItem(key, localStorage.getItem(key)!.replace('one', 'two'));
    expect(record.get()).to.deep.equal({ text: 'two' });
    localStorage.clear();
    expect(record.get()).to.equal(undefined);
  });

  it('is in memory only while storing is switched off; then only a record of the tab itself leaves the storage', () => {
    for (const area of ['localStorage', 'sessionStorage'] as const) {
      isStored = true;
      record = make(area);
      record.set({ text: 'stored' });
      isStored = false;
      record.set({ text: 'unstored' });
      expect(record.get()).to.deep.equal({ text: 'unstored' });
      expect(Object.values(globalThis[area]).join('')).not.to.contain('unstored');
      record.set(undefined);
      expect(record.get()).to.equal(undefined);
      isStored = true;
      expect(record.get(), area).to.deep.equal(area === 'localStorage' ? { text: 'stored' } : undefined);
    }
  });

  it('that a no took out of storage is stored again after a yes, also where nobody on the page watches it', () => {
    record.set({ text: 'of another page' });
    const before = localStorage.getItem(key);
    withdraw('note', true);
    expect(localStorage.getItem(key)).to.equal(null);
    storeAgain('other');
    expect(localStorage.getItem(key)).to.equal(null);
    storeAgain('note');
    expect(localStorage.getItem(key)).to.equal(before);
    withdraw('note', true);
    record.set(undefined);
    storeAgain('note');
    expect(localStorage.getItem(key)).to.equal(null);
  });

  it('that a no took out of storage does not replace what another tab has stored since', () => {
    record.set({ text: 'earlier' });
    const before = localStorage.getItem(key)!;
    withdraw('note', true);
    localStorage.setItem(key, before.replace('earlier', 'later'));
    storeAgain('note');
    expect(localStorage.getItem(key)).to.contain('later');
    expect(record.get()).to.deep.equal({ text: 'later' });
  });

  it('with a consent of its own stays in storage after a no of the page, and is known there', () => {
    const text = JSON.stringify({
      version: 1,
      at: Date.now(),
      stored: true,
      own: true,
      data: { text: 'own' },
    });
    localStorage.setItem(key, text);
    isStored = false;
    withdraw('note', false);
    expect(localStorage.getItem(key)).to.equal(text);
    expect(record.get()).to.deep.equal({ text: 'own' });
    localStorage.removeItem(key);
  });

  it('that other tabs do not have stays when they end theirs', async () => {
    record = make('sessionStorage');
    const stop = record.watch(() => undefined);
    record.set({ text: 'secret' });
    await heardOf(() => {
      const tab = new BroadcastChannel('storefront-elements:');
      tab.postMessage([record.name, '', 'sessionStorage', Date.now() + 1000]);
      tab.close();
    });
    stop();
    expect(record.get()).to.deep.equal({ text: 'secret' });
    localStorage.setItem(`storefront-elements:end:${record.name}`, String(Date.now() + 1000));
    expect(record.get()).to.deep.equal({ text: 'secret' });
    localStorage.removeItem(`storefront-elements:end:${record.name}`);
  });

  it('calls back those who watch it, and no others, until they stop', () => {
    const calls: string[] = [];
    const other = make();
    const stop = [record.watch(() => calls.push('first')), record.watch(() => calls.push('second'))];
    stop.push(other.watch(() => calls.push('other')));
    record.set({ text: 'one' });
    expect(calls.splice(0)).to.deep.equal(['first', 'second']);
    stop[0]!();
    record.set(undefined);
    expect(calls.splice(0)).to.deep.equal(['second']);
    dispatchEvent(new Event('pageshow'));
    expect(calls.splice(0), 'who comes back to the page looks again').to.deep.equal(['second', 'other']);
    stop.forEach((end) => end());
    dispatchEvent(new Event('pageshow'));
    expect(calls).to.deep.equal([]);
  });

  it('tells the other tabs what they may know, and its end', async () => {
    const stop = record.watch(() => undefined);
    const name = record.name;
    const heard = await heardOf(() => {
      for (const text of ['open', 'secret']) {
        record.set({ text });
        record.set(undefined);
      }
    });
    stop();
    expect(heard).to.have.length(2);
    expect(heard[0]![1]).to.contain('open');
    const { at } = JSON.parse(heard[0]![1] as string) as { at: number };
    expect(heard[1]!.slice(0, 3)).to.deep.equal([name, '', 'localStorage']);
    expect(heard[1]![3], 'the time of the end').to.be.greaterThan(at);
  });

  it('asks the other tabs only for what is not known here', async () => {
    const heard = await heardOf(() => record.watch(() => undefined)());
    expect(heard).to.deep.equal([[record.name]]);
    record.set({ text: 'known' });
    expect(await heardOf(() => record.watch(() => undefined)())).to.deep.equal([]);
  });

  it('asks again after the page came back from where it could not hear', async () => {
    const stop = record.watch(() => undefined);
    const heard = await heardOf(() => {
      dispatchEvent(new Event('pagehide'));
      dispatchEvent(new Event('pageshow'));
    });
    stop();
    expect(heard).to.deep.equal([[record.name]]);
  });

  describe('that changed again before another tab’s messages were heard', () => {
    /** Another tab's messages: an earlier change, and the earlier end. */
    const messagesBefore = (at: number, area: string) => {
      const text = JSON.stringify({ version: 1, at, stored: true, data: { text: 'earlier' } });
      return [
        [record.name, text, area],
        [record.name, '', area, at + 1],
      ];
    };

    for (const area of ['localStorage', 'sessionStorage'] as const)
      for (const isWatched of [true, false])
        it(`keeps the newer data, in ${area}, ${isWatched ? 'on a page that shows it' : 'on any other page'}`, async () => {
          record = make(area);
          const stop = (isWatched ? record : make(area)).watch(() => undefined);
          if (!isWatched) key = `storefront-elements:${record.name}`;
          record.set({ text: 'newer' });
          const { at } = JSON.parse(globalThis[area].getItem(key)!) as { at: number };
          await heardOf(() => {
            const tab = new BroadcastChannel('storefront-elements:');
            for (const message of messagesBefore(at - 2, area)) tab.postMessage(message);
            tab.close();
          });
          stop();
          expect(globalThis[area].getItem(key)).to.contain('newer');
          expect(record.get()).to.deep.equal({ text: 'newer' });
        });
  });

  it('does not repeat what it hears', async () => {
    const calls: string[] = [];
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const stop = record.watch(() => {
      calls.push(record.get()!.text);
      resolve(undefined);
    });
    const heard = await heardOf(() => {
      const tab = new BroadcastChannel('storefront-elements:');
      const text = JSON.stringify({ version: 1, data: { text: 'from there' } });
      tab.postMessage([record.name, text, 'localStorage', true]);
      tab.postMessage([record.name, text, 'localStorage', true]);
      tab.close();
    });
    await promise;
    stop();
    expect(calls).to.deep.equal(['from there']);
    expect(heard).to.have.length(2);
  });
});
