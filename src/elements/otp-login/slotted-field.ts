/** Makes a field of the page, in one of the element's slots, work like the element's own. */

/** The values that this module set on each field. Its other attributes belong to the page. */
const added = new WeakMap<Element, Record<string, string>>();

/** Sets the attributes that the page did not set, and updates those that were set here. */
export function addMissingAttributes(field: Element, attributes: Readonly<Record<string, string>>): void {
  const values = added.get(field) ?? {};
  added.set(field, values);
  for (const [name, value] of Object.entries(attributes)) {
    const current = field.getAttribute(name);
    // Setting the same `dir` again would redraw the elements endlessly, because they watch the page's directions.
    if (current !== value && (current === null || current === values[name]))
      field.setAttribute(name, (values[name] = value));
  }
}

/** The text of the step's label, with slotted content in place of the element's own. */
function labelText(root: ParentNode): string {
  const slot = root.querySelector<HTMLSlotElement>('slot[name$="-label"]');
  const nodes = slot?.assignedNodes({ flatten: true }) ?? [];
  return nodes
    .map(({ textContent }) => textContent)
    .join('')
    .trim();
}

/** Names a slotted field by the step's label, unless it has its own labels. */
export function nameField(field: HTMLInputElement, root: ParentNode): void {
  if (field.getRootNode() !== root && !field.labels?.length)
    addMissingAttributes(field, { 'aria-label': labelText(root) });
}
