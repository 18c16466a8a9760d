// The token of the claim in the HTML that was typed, which otherwise stays as it is.

const TAG = /<reward-claim(?=[\s/>])/i;

/** The first claim that has a token, up to it; then its value in any quotes. Values of other attributes are skipped. */
const TOKEN =
  /(<reward-claim(?=[\s/>])(?:"[^"]*"|'[^']*'|[^>"'])*?\stoken)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?(?=[\s/>])/i;

/** Gives the claim this token; without a claim, it appends one. */
export function withToken(html: string, token: string): string {
  const attribute = `token="${token}"`;
  if (TOKEN.test(html)) return html.replace(TOKEN, `$1="${token}"`);
  if (TAG.test(html)) return html.replace(TAG, `$& ${attribute}`);
  return `${html.trimEnd()}\n\n<reward-claim ${attribute}></reward-claim>\n`;
}
