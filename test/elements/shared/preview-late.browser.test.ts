/** Pages that are not the theme editor, and an editor that identifies itself late. */
import { isPreview } from '../../../src/elements/shared/preview.ts';
import type { TestShop } from '../../helpers/control.ts';
import { expect, inState, part, place } from '../../helpers/fixture.ts';

/** The address of a service that must get no request. */
const shop = { url: 'https://service.invalid', key: 'pk_live_0123456789' } as TestShop;

const page = globalThis as { Shopify?: unknown };

describe('A page', () => {
  afterEach(() => {
    delete page.Shopify;
  });

  it('is no theme editor because it has elements of such names', () => {
    const names = document.createElement('form');
    names.id = 'Shopify';
    names.append(Object.assign(document.createElement('input'), { name: 'designMode' }));
    document.body.append(names);
    expect(Boolean((page.Shopify as { designMode?: unknown }).designMode)).to.equal(true);
    expect(isPreview()).to.equal(false);
    names.remove();
  });

  it('sends nothing any more once it says that it is one', async () => {
    const asked: unknown[] = [];
    const { fetch: ask } = globalThis;
    globalThis.fetch = (input) => {
      asked.push(input);
      return Promise.reject(new TypeError('offline'));
    };
    const login = await place('otp-login', shop);
    const send = () => {
      part(login, 'input')!.value = 'anybody@example.com';
      part(login, 'button')!.click();
    };
    send();
    await inState(login, 'offline');
    expect(asked).to.have.length(1);
    page.Shopify = { designMode: true };
    send();
    await inState(login, 'code');
    expect(asked).to.have.length(1);
    globalThis.fetch = ask;
  });
});
