/**
 * The only gate for URLs from the service: http, https and relative ones pass, resolved against the page;
 * anything else (javascript:, data:, blob: …) is dropped.
 */
export function safeUrl(value: string | null | undefined, protocols = /^https?:$/): string | undefined {
  if (!value?.trim()) return undefined;
  try {
    // A server has no page: a relative URL stays unchanged, and the browser resolves it against its page.
    const base = (globalThis.document as Document | undefined)?.baseURI;
    const url = new URL(value, base ?? 'https://page.invalid');
    if (!protocols.test(url.protocol)) return undefined;
    // Exactly what was parsed: trimming might change the URL, because JavaScript trims more characters than URLs do.
    return base ? url.href : value;
  } catch {
    return undefined;
  }
}
