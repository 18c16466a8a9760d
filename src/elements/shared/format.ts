/** Formats values in texts. */

/** Replaces each `{name}` in a text with its value. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** Isolates an address from the text direction of the sentence around it. */
export const isolate = (address: string): string => `\u2068${address}\u2069`;

/** A number in the digits of the language's dates and amounts. The first use of `Intl` is slow, so English avoids it. */
export const formatCount = (language: string, count: number): string =>
  /^en\b/.test(language) ? String(count) : count.toLocaleString(language);

/** A duration, rounded as people say it: "30 seconds", "10 minutes", "2 hours", "3 days". */
export function formatDuration(
  language: string,
  seconds: number,
  unitDisplay: 'long' | 'narrow' = 'long',
): string {
  const [unit, size] =
    seconds <= 90
      ? ['second', 1]
      : seconds <= 5400
        ? ['minute', 60]
        : seconds <= 172_800
          ? ['hour', 3600]
          : ['day', 86_400];
  const text = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }).format(
    Math.ceil(seconds / size),
  );
  // `Intl` writes "10 分", people write "10分".
  return /^(ja|zh)\b/.test(language) ? text.replace(/\s/g, '') : text;
}
