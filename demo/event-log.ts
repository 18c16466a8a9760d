// Lists every event of the elements as it happens, the way a merchant's own script would hear it.

/** Events that report something after it has happened. */
export const EVENT_NAMES = [
  'otp-login-code-sent',
  'otp-login-email-change',
  'otp-login-success',
  'otp-login-error',
  'otp-login-restore',
  'otp-login-logout',
  'reward-claim-success',
  'reward-claim-reserve',
  'reward-claim-restore',
  'reward-claim-error',
  'reward-claim-copy',
  'reward-claim-share',
  'reward-claim-apply',
  'reward-claim-applied',
  'reward-claim-apply-error',
  'reward-claim-expire',
  'collection-timeline-load',
  'collection-timeline-error',
  'collection-timeline-page',
  'collection-timeline-refresh',
  'collection-timeline-entry-select',
  'collection-timeline-copy',
  'collection-timeline-media-open',
  'collection-timeline-media-close',
] as const;

/** Events that come before something happens, and can be cancelled. */
export const BEFORE_EVENT_NAMES = [
  'otp-login-send-before',
  'otp-login-verify-before',
  'otp-login-logout-before',
  'reward-claim-claim-before',
  'reward-claim-reserve-before',
  'reward-claim-copy-before',
  'reward-claim-share-before',
  'reward-claim-apply-before',
  'collection-timeline-page-before',
  'collection-timeline-copy-before',
  'collection-timeline-media-open-before',
] as const;

const MOST = 100;

/** A field as text. */
function describe(value: unknown): string {
  if (typeof value === 'string') return value;
  // Also matches an error of another window.
  if (Object.prototype.toString.call(value) === '[object Error]')
    return `${(value as Error).name}: ${(value as Error).message}`;
  return value === undefined ? 'undefined' : JSON.stringify(value);
}

/** The fields an event adds to Event. */
const publicFields = (event: Event): [name: string, text: string][] =>
  Object.entries(event)
    .filter(([name]) => name !== 'isTrusted')
    .map(([name, value]) => [name, describe(value)]);

export function line(event: Event): HTMLLIElement {
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
