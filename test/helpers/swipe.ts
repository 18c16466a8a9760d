import { executeServerCommand } from '@web/test-runner-commands';

/** Drags a finger sideways over an element, by a share of its width; to the left if that is negative. */
export async function swipe(element: Element, share: number): Promise<void> {
  const { left, top, width, height } = element.getBoundingClientRect();
  const by = width * share;
  await executeServerCommand('swipe', { x: left + width / 2 - by / 2, y: top + height / 2, by });
}
