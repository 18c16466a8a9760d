// The options at the top of the gallery's pages: each is a select and a parameter of the address.

import { languages } from '../src/elements/shared/words.ts';

const root = document.documentElement;
export const options = new URLSearchParams(location.search);

/** Fills a select, and returns the chosen value. `none` is the label of the empty value. */
export function offer(name: string, values: string[], none: string): string {
  const select = document.querySelector<HTMLSelectElement>(`select[name=${name}]`)!;
  const chosen = options.get(name) ?? '';
  select.replaceChildren(...values.map((value) => new Option(value || none, value, false, value === chosen)));
  return values.includes(chosen) ? chosen : '';
}

/** Theme, language and width, which all of these pages have. `bothThemes` is the label for no chosen theme. */
export function offerLooks(widths: string[], bothThemes = 'as the system'): void {
  root.dataset['theme'] = offer('theme', ['', 'light', 'dark'], bothThemes);
  root.lang = offer('lang', languages(), 'en') || 'en';
  root.dir = /^(ar|he)/.test(root.lang) ? 'rtl' : 'ltr';
  const width = offer('width', widths, 'as it comes');
  if (width) root.style.setProperty('--stage', `${width}px`);
}

/** Asks the sandbox, which each of these pages drives. */
export async function ask<T>(path: string, body?: unknown): Promise<T> {
  const response = await fetch(`/sandbox/${path}`, {
    ...(body !== undefined && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  if (!response.ok) throw new Error(`/sandbox/${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
