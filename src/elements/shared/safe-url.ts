/**
 * The one gate for URLs that come from the service: http, https and relative ones pass, resolved against the page;
 * anything else (javascript:, data:, blob: …) is dropped.
 */
export function safeUrl(value: string | null | undefined, protocols = /^https?:$/): string | undefined {
  if (!value?.trim()) return undefined;
  try {
    // A server that draws has no page: a relative URL stays as it is, and is the page's in the browser.
    const base = (globalThis.document as Document | undefined)?.baseURI;
    const url = new URL(value, base ?? 'https://page.invalid');
    if (!protocols.test(url.protocol)) return undefined;
    // Just what was parsed: trimmed, it might be another one, because JavaScript knows more spaces than URLs do.
    return base ? url.href : value;
  } catch {
    return undefined;
  }
}
