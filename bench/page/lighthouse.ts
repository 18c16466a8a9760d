/** One run of Lighthouse, in a browser of its own. */
import { openBrowser } from './browser.ts';

export const forms = ['mobile', 'desktop'] as const;
export type Form = (typeof forms)[number];

/** The values taken from a report, by Lighthouse's names of its audits. */
export const audits = {
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
  fcp: 'first-contentful-paint',
  lcp: 'largest-contentful-paint',
  si: 'speed-index',
  bytes: 'total-byte-weight',
} as const;

export type Report = Record<keyof typeof audits | 'score', number> & { warnings: string[] };

/** Its own types are not there when it is not installed. */
interface Lighthouse {
  default: (url: string, flags: object, config?: object) => Promise<{ lhr: Result } | undefined>;
  desktopConfig: object;
}

interface Result {
  runtimeError?: { message: string };
  runWarnings: string[];
  categories: { performance?: { score: number | null } };
  audits: Record<string, { numericValue?: number } | undefined>;
}

export async function runLighthouse(url: string, form: Form): Promise<Report> {
  // Not written as a text, because the compiler would look for it.
  const name = 'lighthouse';
  const { default: lighthouse, desktopConfig } = (await import(name)) as Lighthouse;
  const browser = await openBrowser();
  try {
    const port = Number(new URL(browser.wsEndpoint()).port);
    const flags = { port, logLevel: 'error', onlyCategories: ['performance'] };
    const { lhr } = (await lighthouse(url, flags, form === 'desktop' ? desktopConfig : undefined)) ?? {};
    if (!lhr || lhr.runtimeError) throw new Error(`Lighthouse: ${lhr?.runtimeError?.message ?? 'no report'}`);
    const value = (id: string): number => {
      const found = lhr.audits[id]?.numericValue;
      if (found === undefined) throw new Error(`Lighthouse gave no ${id} for ${url}.`);
      return found;
    };
    const measured = Object.entries(audits).map(([key, id]) => [key, value(id)]);
    return {
      ...(Object.fromEntries(measured) as Record<keyof typeof audits, number>),
      score: (lhr.categories.performance?.score ?? Number.NaN) * 100,
      warnings: lhr.runWarnings,
    };
  } finally {
    await browser.close();
  }
}
