import type { DatabaseSync } from 'node:sqlite';
import type { components } from '../../../src/api/openapi.d.ts';
import { APP_ID, NORDLICHT_ID } from './collections.ts';
import { Random } from './random.ts';

type Schemas = components['schemas'];
type UserRecord = Omit<Schemas['User'], 'metadata'> & {
  id: string;
  metadata?: Record<string, unknown>;
};

export const TEAM_ID = 'team_nordlicht';
const RANDOM_SEED = 25;
const FIRST_SIGN_UP = Date.parse('2026-02-02T09:00:00Z');
const DAY_MS = 86_400_000;

const NAMES = [
  'Mara Lindqvist',
  'Jonas Petersen',
  'Aylin Demir',
  'Ingrid Sjöberg',
  'Lurdes Carvalho',
  'Henrike Boysen',
  'Tomasz Zieliński',
  'Oda Nygård',
  'Kwame Mensah',
  'Elif Kaya',
  'Pekka Laine',
  'Sofia Marques',
  'Nils Ahrens',
  'Yuki Tanaka',
  'Carla Rossi',
  'Bram de Vries',
  'Anouk Girard',
  'Liv Hansen',
  'Milan Novák',
  'Rosa Iglesias',
  'Finn Jürgens',
  'Greta Thiel',
  'Omar Haddad',
  'Signe Dahl',
  'Wanda Kowalska',
];

export function userId(number: number): string {
  return `usr_${String(number).padStart(4, '0')}`;
}

export const USER_COUNT = NAMES.length;

function createUsers(): UserRecord[] {
  const random = new Random(RANDOM_SEED);
  return NAMES.map((name, index) => {
    const signedUp = FIRST_SIGN_UP + index * 9 * DAY_MS + random.below(DAY_MS);
    const logins = random.below(40);
    const address = name.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('ø', 'o');
    const user: UserRecord = {
      id: userId(index + 1),
      email: `${address.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@mail.example`,
      created_at: new Date(signedUp).toISOString(),
      app_id: APP_ID,
      team_id: TEAM_ID,
      login_count: logins,
      ...(logins > 0 && { last_login_at: new Date(signedUp + logins * DAY_MS).toISOString() }),
      updated_at: new Date(signedUp + logins * DAY_MS).toISOString(),
    };
    if (index % 3 === 0) user.phone = `+49 40 555 01${String(index).padStart(2, '0')}`;
    if (index % 2 === 0)
      user.metadata = { name, size: random.pick(['S', 'M', 'L']), newsletter: random.chance(0.5) };
    if (index % 4 === 0) user.avatar = { url: `nordlicht-${String(1 + (index % 12)).padStart(2, '0')}.webp` };
    return user;
  });
}

const WEBHOOKS: Schemas['Webhook'][] = [
  {
    id: 'whk_orders',
    url: 'https://nordlicht.example/hooks/rewards',
    events: ['reward.claimed', 'reward_code.reserved'],
    is_enabled: true,
    created_at: '2026-08-01T09:00:00.000Z',
    name: 'Orders',
    retry_count: 5,
    timeout_ms: 8000,
    updated_at: '2026-08-19T13:30:00.000Z',
  },
  {
    id: 'whk_story',
    url: 'https://nordlicht.example/hooks/story',
    events: ['timeline.entry_created', 'timeline.entry_deleted'],
    is_enabled: true,
    created_at: '2026-08-01T09:05:00.000Z',
    name: 'Newsletter',
    retry_count: 3,
    timeout_ms: 5000,
  },
  {
    id: 'whk_old_warehouse',
    url: 'https://warehouse.example/in',
    events: [],
    is_enabled: false,
    created_at: '2025-11-20T15:00:00.000Z',
    retry_count: 0,
    timeout_ms: 30_000,
  },
];

/** name, category, sku, purchased, reserved, damaged */
const CHIPS: [string, string, string, number, number, number][] = [
  ['Hem tag, woven', 'nfc', 'CHIP-HEM-01', 1500, 320, 12],
  ['Button insert', 'nfc', 'CHIP-BTN-02', 600, 0, 3],
  ['Sleeve sticker', 'nfc', 'CHIP-SLV-03', 9000, 1250, 41],
  ['Hang tag', 'qr', 'TAG-HNG-04', 4000, 600, 0],
  ['Shop window card', 'qr', 'TAG-WIN-05', 40, 12, 5],
  ['Wrist band', 'nfc', 'CHIP-WRB-06', 0, 0, 0],
];

function createInventory(): Schemas['InventoryItem'][] {
  return CHIPS.map(([name, category, sku, purchased, reserved, damaged], index) => ({
    team_id: TEAM_ID,
    total_purchased: purchased,
    total_reserved: reserved,
    total_damaged: damaged,
    total_available: purchased - reserved - damaged,
    chip: {
      id: index + 1,
      name,
      category,
      sku,
      ...(index < CHIPS.length - 1 && {
        image: { url: `nordlicht-${String(index + 1).padStart(2, '0')}.webp` },
      }),
    },
  }));
}

/** The interface does not show an activity's fields; it can only delete one by its id. */
const ACTIVITY_KINDS = ['collection_viewed', 'reward_claimed', 'code_scanned', 'profile_updated'];
const ACTIVITY_COUNT = 12;

export function seedTeam(db: DatabaseSync): void {
  const addUser = db.prepare('INSERT INTO users (id, created_ms, record) VALUES (?, ?, ?)');
  for (const user of createUsers()) {
    addUser.run(user.id, Date.parse(user.created_at ?? ''), JSON.stringify(user));
  }
  const addWebhook = db.prepare('INSERT INTO webhooks (id, record) VALUES (?, ?)');
  for (const webhook of WEBHOOKS) addWebhook.run(webhook.id ?? '', JSON.stringify(webhook));

  const addItem = db.prepare('INSERT INTO inventory_items (record) VALUES (?)');
  for (const item of createInventory()) addItem.run(JSON.stringify(item));

  const addActivity = db.prepare('INSERT INTO activities (id, record) VALUES (?, ?)');
  for (let number = 1; number <= ACTIVITY_COUNT; number += 1) {
    const kind = ACTIVITY_KINDS[number % ACTIVITY_KINDS.length];
    const record = { kind, user_id: userId(number), collection_id: NORDLICHT_ID };
    addActivity.run(`act_${String(number).padStart(4, '0')}`, JSON.stringify(record));
  }
}
