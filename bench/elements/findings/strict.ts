/** How a page looks and works under a strict policy. */
import pixelmatch from 'pixelmatch';
import { readPixels } from '../../../test/helpers/pixels.ts';
import type { Contestant } from '../contestants/contestant.ts';
import type { Lab } from '../lab.ts';
import { profiles } from '../visit/profiles.ts';
import { visit } from '../visit/visit.ts';

export interface Strict {
  /** How often it would break the whole policy, by directive. */
  violations: Record<string, number>;
  /** The Trusted Types policies that it wants to have, Lit's aside. */
  policies: string[];
  /** Under the enforced policy. */
  csp: Kept;
  /** Under enforced Trusted Types, with all the policies that it wants. */
  trustedTypes: Kept;
}

export interface Kept {
  shown: boolean;
  /** The part of the picture that is another one than on a page without a policy, 0 to 1. */
  changed: number;
}

const LIT_POLICY = 'lit-html';

/**
 * Scripts and styles from the shop itself only. Pictures, fonts and services may come from anywhere, because a merchant
 * allows those of a vendor by name.
 */
const SCRIPTS_AND_STYLES = "script-src 'self'; style-src 'self'; object-src 'none'; base-uri 'none'";
const wholePolicy = (service: string) =>
  `default-src 'none'; ${SCRIPTS_AND_STYLES}; img-src 'self' https: ${service}; connect-src 'self' ${service}; require-trusted-types-for 'script'; trusted-types ${LIT_POLICY}`;

interface Seen extends Kept {
  violations: { directive: string; what: string }[];
}

async function see(
  { browser, pages, source }: Lab,
  contestant: Contestant,
  headers: Record<string, string>,
  picture: Uint8Array,
): Promise<Seen> {
  return visit(
    browser,
    {
      url: pages.url(contestant, source, headers),
      seen: contestant.seen,
      service: contestant.service,
      profile: profiles[0]!,
      capMs: 30_000,
      prepare: (page) => page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]),
    },
    async ({ page, observed }) => ({
      shown: observed.shown !== undefined,
      changed: await difference(picture, await page.screenshot()),
      violations: observed.violations,
    }),
  );
}

/** The part of the pixels that differ. */
async function difference(a: Uint8Array, b: Uint8Array): Promise<number> {
  const [first, second] = await Promise.all([readPixels(a), readPixels(b)]);
  const { width, height } = first;
  return pixelmatch(first.data, second.data, undefined, width, height) / (width * height);
}

function count(violations: Seen['violations']): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { directive } of violations) counts[directive] = (counts[directive] ?? 0) + 1;
  return counts;
}

/** @param picture what the page looks like without a policy */
export async function checkStrict(lab: Lab, contestant: Contestant, picture: Uint8Array): Promise<Strict> {
  const seeWith = (name: string, policy: string) => see(lab, contestant, { [name]: policy }, picture);
  const policy = 'content-security-policy';
  const reported = await seeWith(`${policy}-report-only`, wholePolicy(new URL(lab.source.sandbox).origin));
  const wanted = reported.violations.filter(({ directive }) => directive === 'trusted-types');
  const policies = [...new Set(wanted.map(({ what }) => what.split('|')[0]!))];
  const csp = await seeWith(policy, SCRIPTS_AND_STYLES);
  const names = [LIT_POLICY, ...policies].join(' ');
  const trustedTypes = await seeWith(policy, `require-trusted-types-for 'script'; trusted-types ${names}`);
  return {
    violations: count(reported.violations),
    policies,
    csp: { shown: csp.shown, changed: csp.changed },
    trustedTypes: { shown: trustedTypes.shown, changed: trustedTypes.changed },
  };
}
