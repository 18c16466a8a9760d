/** Markdown that can be read as it is, too. */

export function table(head: string[], rows: string[][]): string {
  const escaped = [head, ...rows].map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, column) => Math.max(3, ...escaped.map((cells) => cells[column]!.length)));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => (column ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!))).join(' | ')} |`;
  const rule = widths.map((width, column) => (column ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [line(escaped[0]!), line(rule), ...escaped.slice(1).map(line)].join('\n');
}

/** A few of the names, and how many there are. */
export function some(names: string[], most = 4): string {
  if (!names.length) return '-';
  const shown = names.slice(0, most).map((name) => `\`${name}\``);
  return names.length > most ? `${names.length}: ${shown.join(', ')}, …` : shown.join(', ');
}
