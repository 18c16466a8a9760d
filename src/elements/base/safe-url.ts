/**
 * The one gate for URLs that come from the service: http, https and relative ones pass, resolved against the page;
 * anything else (javascript:, data:, blob: …) is dropped.
 */
export function safeUrl(value: string | null | undefined): string | undefined {
  if (!value?.trim()) return undefined;
  try {
    const url = new URL(value, document.baseURI);
    return /^https?:$/.test(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}
