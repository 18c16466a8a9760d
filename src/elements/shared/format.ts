/** Formats values in texts. */

/** Replaces each `{name}` in a text with its value. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** Isolates an address or a count from the text direction of the sentence around it. */
export const isolate = (text: string): string => `\u2068${text}\u2069`;

/** A number in the digits of the language's dates and amounts. The first use of `Intl` is slow, so English avoids it. */
export const formatCount = (language: string, count: number): string =>
  /^en\b/.test(language) ? String(count) : count.toLocaleString(language);

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/**
 * A duration in the largest unit of which it has two: "90 seconds", "10 minutes", "2 hours", "3 days".
 *
 * @param round up for a wait; `Math.floor` for how long a code is valid, because less is left than a higher number says
 */
export function formatDuration(
  language: string,
  seconds: number,
  round = Math.ceil,
  unitDisplay: 'long' | 'narrow' = 'long',
): string {
  const [unit, size] = units.find(([, each]) => seconds >= 2 * each) ?? ['second', 1];
  const text = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }).format(
    round(seconds / size),
  );
  // `Intl` writes "10 分", people write "10分".
  return /^(ja|zh)\b/.test(language) ? text.replace(/\s/g, '') : text;
}
