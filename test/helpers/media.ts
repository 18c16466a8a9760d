/** The page on paper, or for a shopper who wants less motion. */
import { emulateMedia as emulateInChrome } from '@web/test-runner-commands';

interface Media {
  media?: 'print' | 'screen';
  reducedMotion?: 'reduce' | 'no-preference';
}

const CHANGES: Record<string, readonly [pattern: RegExp, condition: string]> = {
  print: [/^print$/, 'all'],
  reduce: [/^\(prefers-reduced-motion: no-preference\)$/, 'not all'],
};

const changed = new Map<MediaList, string>();

function mediaRules(rules: CSSRuleList): CSSMediaRule[] {
  return [...rules].flatMap((rule) => [
    ...(rule instanceof CSSMediaRule ? [rule] : []),
    ...('cssRules' in rule ? mediaRules(rule.cssRules as CSSRuleList) : []),
  ]);
}

/**
 * Only Chrome's driver can emulate media: https://bugzilla.mozilla.org/show_bug.cgi?id=2064352 and
 * https://github.com/w3c/webdriver/issues/1693. In other engines, the conditions in the element's own style sheets
 * change instead.
 */
export async function emulateMedia(element: Element, media: Media): Promise<void> {
  if (navigator.userAgent.includes('Chrome/')) return emulateInChrome(media);
  for (const [list, text] of changed) list.mediaText = text;
  changed.clear();
  const sheets = element.shadowRoot!.adoptedStyleSheets.flatMap((sheet) => mediaRules(sheet.cssRules));
  for (const value of Object.values(media))
    for (const { media: list } of sheets) {
      const [pattern, condition] = CHANGES[value] ?? [];
      if (!pattern?.test(list.mediaText)) continue;
      changed.set(list, list.mediaText);
      list.mediaText = condition!;
    }
}
