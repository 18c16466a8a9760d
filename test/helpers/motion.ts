/**
 * Ends the fades of the page or of an element, including shadow roots: a text's contrast is measured after it has faded in.
 * Runs in the page; Node tests pass it to `page.evaluate`.
 */
export function finishMotion(within: Document | Element = document): void {
  const finish = (root: ShadowRoot) => {
    for (const animation of root.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
    visit(root);
  };
  const visit = (root: ParentNode) => {
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) finish(shadowRoot);
  };
  if (within instanceof Element && within.shadowRoot) finish(within.shadowRoot);
  visit(within);
}
