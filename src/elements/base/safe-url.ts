/**
 * The one gate for URLs that come from the service: http, https and relative ones pass, resolved against the page;
 * anything else (javascript:, data:, blob: …) is dropped.
 */
export function safeUrl(value: string | null | undefined, protocols = /^https?:$/): string | undefined {
  // Trimmed first, because what JavaScript takes for a space is a letter to the URL parser, and the other way round.
  const text = value?.trim();
  if (!text) return undefined;
  try {
    // A server that draws has no page: a relative URL stays as it is, and is the page's in the browser.
    const base = (globalThis.document as Document | undefined)?.baseURI;
    const url = new URL(text, base ?? 'https://page.invalid');
    if (!protocols.test(url.protocol)) return undefined;
    return base ? url.href : text;
  } catch {
    return undefined;
  }
}
