// Lists every event of the elements as it happens, the way a merchant's own script would hear it.

export const EVENT_NAMES = [
  'otp-login-code-sent',
  'otp-login-success',
  'otp-login-error',
  'reward-claim-success',
  'reward-claim-error',
  'reward-claim-copy',
  'collection-timeline-load',
  'collection-timeline-error',
  'collection-timeline-page',
] as const;

const MOST = 100;

/** A field as text, whatever it holds; a value that cannot be written as JSON is named instead. */
function describe(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

/** The fields an event adds to Event: its own, and those of its class up to Event itself. */
function publicFields(event: Event): [name: string, text: string][] {
  const names = new Set(Object.keys(event));
  for (
    let shape: unknown = Object.getPrototypeOf(event);
    shape && shape !== Event.prototype && shape !== CustomEvent.prototype;
    shape = Object.getPrototypeOf(shape)
  ) {
    for (const name of Object.getOwnPropertyNames(shape)) if (name !== 'constructor') names.add(name);
  }
  if (event instanceof CustomEvent && event.detail !== null) names.add('detail');
  names.delete('isTrusted');
  return [...names]
    .map((name): [string, unknown] => [name, Reflect.get(event, name)])
    .filter(([, value]) => typeof value !== 'function')
    .map(([name, value]) => [name, describe(value)]);
}

function line(event: Event): HTMLLIElement {
  const item = document.createElement('li');
  const time = document.createElement('time');
  const now = new Date();
  time.dateTime = now.toISOString();
  time.textContent = now.toLocaleTimeString();
  const name = document.createElement('strong');
  name.textContent = event.type;
  item.append(time, ' ', name);
  const fields = publicFields(event);
  if (fields.length > 0) {
    const list = document.createElement('dl');
    for (const [field, text] of fields) {
      const term = document.createElement('dt');
      const value = document.createElement('dd');
      term.textContent = field;
      value.textContent = text;
      list.append(term, value);
    }
    item.append(list);
  }
  return item;
}

const log = document.querySelector('#event-log');
const count = document.querySelector('#event-count');
let heard = 0;

if (log) {
  for (const name of EVENT_NAMES) {
    document.addEventListener(name, (event) => {
      log.append(line(event));
      if (log.childElementCount > MOST) log.firstElementChild?.remove();
      log.scrollTop = log.scrollHeight;
      heard += 1;
      if (count) count.textContent = String(heard);
    });
  }
}
