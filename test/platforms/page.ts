/** A page of its own, which a test outlives when it is loaded again. */
import type { Applied, Platform, PlatformName } from '../../src/platforms/platform.ts';

export interface ShopPage {
  apply: (code: string, mayReload: boolean) => Promise<Applied>;
  window: () => Window;
  /** How often it was loaded. */
  loads: () => number;
  /** Resolves when it is loaded the next time. */
  loaded: () => Promise<void>;
  close: () => void;
}

export async function openPage(name: PlatformName): Promise<ShopPage> {
  const frame = document.createElement('iframe');
  let count = 0;
  const waiting: (() => void)[] = [];
  const listen = ({ data, source }: MessageEvent) => {
    if (data !== 'shop-loaded' || source !== frame.contentWindow) return;
    count += 1;
    for (const resolve of waiting.splice(0)) resolve();
  };
  addEventListener('message', listen);
  const loaded = () => new Promise<void>((resolve) => void waiting.push(resolve));
  const first = loaded();
  frame.src = `/test/platforms/shop.html?platform=${name}`;
  document.body.append(frame);
  await first;
  const window = () => frame.contentWindow as unknown as { platform: Platform };
  return {
    apply: (code, mayReload) => window().platform.apply(code, { sections: [], mayReload }),
    window: () => frame.contentWindow!,
    loads: () => count,
    loaded,
    close: () => {
      removeEventListener('message', listen);
      frame.remove();
    },
  };
}
