/**
 * Removes secrets from errors. A service or a custom `fetch` may quote a key, token or code, and errors travel in events
 * and logs, which must not contain one.
 */

/** Returns the same value without the secrets. */
export type Redact = <T>(value: T) => T;

/** Removing a very short string would damage unrelated text. */
const SHORTEST = 4;

/** Makes a function that replaces secrets in a value of any shape, also encoded and escaped ones. */
export function redactor(secrets: readonly (string | undefined)[]): Redact {
  // White space around a key is not sent, so a service cannot repeat it.
  const known = secrets.map((secret = '') => secret.trim()).filter(({ length }) => length >= SHORTEST);
  if (!known.length) return (value) => value;
  // The longest first: one secret may contain another.
  const pattern = new RegExp(
    known
      .sort((one, other) => other.length - one.length)
      .map(anyForm)
      .join('|'),
    'gi',
  );
  const clean = (value: unknown) => {
    if (typeof value === 'string') return value.replace(pattern, '…');
    return typeof value === 'number' && known.includes(String(value)) ? '…' : value;
  };
  return <T>(value: T) => copy(value, clean) as T;
}

const HTML_NAMES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/** A pattern for a secret whose characters may be percent-encoded, or escaped as in JSON or HTML, even more than once. */
const anyForm = (secret: string) =>
  secret.replace(/./gsu, (character) => {
    const code = character.codePointAt(0)!;
    const hex = code.toString(16);
    const bytes = [...new TextEncoder().encode(character)];
    const percent = bytes.map((byte) => `%(?:25)*${byte.toString(16).padStart(2, '0')}`).join('');
    const html = [`#0*${code}`, `#x0*${hex}`, HTML_NAMES[character]].filter(Boolean).join('|');
    // At most three backslashes, and none before a literal backslash: otherwise backtracking could take for ever.
    const literal = character.replace(/\W/, character === '\\' ? '\\$&' : '\\\\{0,3}\\$&');
    const json = `\\\\{1,3}u${hex.padStart(4, '0')}`;
    return `(?:${literal}|${percent}|${json}|&(?:amp;)*(?:${html});${character === ' ' ? '|\\+' : ''})`;
  });

/** Copies a JSON value with cleaned keys and values. A loop, because the value may be nested more deeply than calls can be. */
function copy(value: unknown, clean: (value: unknown) => unknown): unknown {
  const result: { value?: unknown } = {};
  const todo: [object, string, unknown][] = [[result, 'value', value]];
  for (const [target, key, item] of todo) {
    let copied = clean(item);
    if (typeof item === 'object' && item !== null) {
      copied = Array.isArray(item) ? [] : {};
      for (const [name, inner] of Object.entries(item))
        todo.push([copied as object, clean(name) as string, inner]);
    }
    // An assignment would call a setter for the key `__proto__`.
    Object.defineProperty(target, key, {
      value: copied,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }
  return result.value;
}

/**
 * The causes of an error, each with its name, message, `code` and `syscall`. The originals may quote the URL, with the
 * claim token in it, in any property.
 */
export function redactCause(cause: unknown, redact: Redact): unknown {
  const chain: Error[] = [];
  for (let each = cause; each instanceof Error && chain.length < 10; each = each.cause) chain.push(each);
  if (!chain.length) return typeof cause === 'string' ? redact(cause) : undefined;
  return chain.reduceRight<Error | undefined>((inner, each) => {
    const { name, message, code, syscall } = each as Error & { code?: unknown; syscall?: unknown };
    const copied = new Error(redact(message), inner && { cause: inner });
    return Object.assign(copied, redact({ name, code, syscall }));
  }, undefined);
}
