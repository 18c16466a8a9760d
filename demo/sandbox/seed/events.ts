import type { DatabaseSync } from 'node:sqlite';
import { CLICK, TAP } from '../operations/analytics.ts';
import { NORDLICHT_ID, TIEFSEE_ID } from './collections.ts';
import { Random } from './random.ts';
import { TEAM_ID, USER_COUNT, userId } from './team.ts';

const RANDOM_SEED = 2500;
const EVENT_COUNT = 2500;
/** The launch week, which a team would want to analyse. */
const FIRST_DAY = Date.parse('2026-09-01T00:00:00Z');
const DAYS = 8;
const DAY_MS = 86_400_000;

const COMPONENTS = ['hero', 'story', 'gallery', 'film', 'reward', 'size-guide', 'repair-form'];
const CITIES = ['Hamburg', 'Berlin', 'Porto', 'Borås', 'Kiel', 'Wien'];
/** Shoppers hold phones; repeated entries are the weights. */
const DEVICES = ['mobile', 'mobile', 'mobile', 'mobile', 'desktop', 'desktop', 'tablet'];
const ACTIONS = [CLICK, CLICK, CLICK, CLICK, TAP, TAP, TAP, 'page_view', 'page_view', 'reward_claim'];
const LINK_METHODS = ['nfc', 'nfc', 'nfc', 'qr', 'qr', 'url'];

export function seedEvents(db: DatabaseSync): void {
  const random = new Random(RANDOM_SEED);
  const insert = db.prepare(
    `INSERT INTO raw_events (occurred_ms, user_id, session_id, action, version, team_id, collection_id, payload)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const occurredMs of createTimes(random)) {
    const action = random.pick(ACTIONS);
    const payload: Record<string, string> = { device: random.pick(DEVICES) };
    if (action === CLICK) payload['component'] = random.pick(COMPONENTS);
    if (action === TAP) {
      payload['link_method'] = random.pick(LINK_METHODS);
      payload['city'] = random.pick(CITIES);
    }
    insert.run(
      occurredMs,
      random.chance(0.2) ? null : userId(1 + random.below(USER_COUNT)),
      `ses_${String(1 + random.below(600)).padStart(4, '0')}`,
      action,
      random.pick(['1.3.0', '1.4.0', '1.4.1']),
      TEAM_ID,
      random.chance(0.05) ? null : random.chance(0.7) ? NORDLICHT_ID : TIEFSEE_ID,
      JSON.stringify(payload),
    );
  }
}

/** In order of time, as events arrive; some in the same millisecond, as events do. */
function createTimes(random: Random): number[] {
  const times: number[] = [];
  while (times.length < EVENT_COUNT) {
    const last = times.at(-1);
    times.push(
      last !== undefined && random.chance(0.03)
        ? last
        : FIRST_DAY + Math.floor(random.next() * DAYS * DAY_MS),
    );
  }
  return times.sort((a, b) => a - b);
}
