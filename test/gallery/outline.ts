/** The information for screen readers, as text that can be compared. */
import type { Page, Protocol } from 'puppeteer-core';

type AXNode = Protocol.Accessibility.AXNode;

/** The accessibility tree of each tile as text. */
export async function outlines(page: Page, names: string[]): Promise<string[]> {
  const session = await page.createCDPSession();
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const found: string[] = [];
  for (const name of names) {
    const selector = `[id="${name}"] .stage`;
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    const { node } = await session.send('DOM.describeNode', { nodeId });
    const top = nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === node.backendNodeId);
    // Beside a modal dialog nothing else is read.
    found.push([name, ...outline(top ?? nodes[0]!, byId, 1)].join('\n'));
  }
  await session.detach();
  return found;
}

/** Properties that Chrome reports for every node, or that only repeat the node's surroundings. */
const plain = ['focusable', 'editable', 'settable', 'multiline', 'readonly', 'url', 'atomic', 'relevant'];

/** A line per node: its role, its name, and the other properties that a screen reader announces. */
function outline(node: AXNode, byId: Map<string, AXNode>, depth = 0, around = ''): string[] {
  const ownRole = String(node.role?.value);
  // The first element of a name is a landmark, and the gallery's elements come in any order.
  const role = depth === 1 && ownRole === 'region' ? 'group' : ownRole;
  // Isolates around addresses cannot be seen in a diff.
  const text = ({ value }: { value?: unknown } = {}) =>
    (typeof value === 'string' ? value : '').replace(/[\u2066-\u2069]/g, '');
  const name = text(node.name);
  const isText = role === 'StaticText';
  const isSaid = !node.ignored && !['generic', 'none', 'InlineTextBox', 'LineBreak'].includes(role);
  const isNew = isSaid && !(isText && around.includes(name.trim()));
  const states = (node.properties ?? [])
    .filter(
      ({ name: key, value }) => !plain.includes(key) && ![false, 'false', undefined].includes(value.value),
    )
    .map(({ name: key, value }) => (value.value === true ? key : `${key} ${value.value}`));
  if (text(node.value)) states.push(`value "${text(node.value)}"`);
  if (text(node.description)) states.push(`description "${text(node.description)}"`);
  const line = `${'  '.repeat(depth)}${isText ? 'text' : role}${name ? ` "${name}"` : ''}${states.length ? ` [${states.join(', ')}]` : ''}`;
  // These are named by the text in them.
  const repeated = ['button', 'heading', 'link', 'textbox'].includes(role) ? name + text(node.value) : '';
  const inner = (node.childIds ?? []).flatMap((id) => {
    const child = byId.get(id);
    return child ? outline(child, byId, depth + Number(isNew), isSaid ? repeated : around) : [];
  });
  return isNew ? [line, ...inner] : inner;
}
