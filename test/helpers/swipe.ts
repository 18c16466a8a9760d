import { executeServerCommand } from '@web/test-runner-commands';

/** Swipes over a list of slides, by a share of the way to the next one; to the left if that is negative. */
export async function swipe(list: Element, share: number): Promise<void> {
  // A shopper swipes over what is painted; WebKit drops a swipe over a row that is not.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const { left, top, width, height } = list.getBoundingClientRect();
  const [from, to] = [...list.children].map((slide) => slide.getBoundingClientRect().left);
  const slide = Math.abs(to! - from!);
  const by = slide * share;
  await executeServerCommand('swipe', { x: left + width / 2 - by / 2, y: top + height / 2, by, slide });
}
