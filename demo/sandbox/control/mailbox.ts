import type { DatabaseSync } from 'node:sqlite';
import { normalizeEmail } from '../operations/access.ts';

export interface StoredMail {
  id: number;
  email: string;
  subject: string;
  text: string;
  code: string;
  sentAt: string;
}

const MAILBOX_SIZE = 100;

/** Newest first. */
export function listMails(db: DatabaseSync, email?: string): StoredMail[] {
  // The filter of the page sends an empty field when nothing is typed.
  const recipient = email && normalizeEmail(email);
  const rows = recipient
    ? db
        .prepare('SELECT * FROM mails WHERE recipient = ? ORDER BY id DESC LIMIT ?')
        .all(recipient, MAILBOX_SIZE)
    : db.prepare('SELECT * FROM mails ORDER BY id DESC LIMIT ?').all(MAILBOX_SIZE);
  return rows.map((row) => ({
    id: Number(row['id']),
    email: String(row['recipient']),
    subject: String(row['subject']),
    text: String(row['body']),
    code: String(row['code']),
    sentAt: new Date(Number(row['sent_at'])).toISOString(),
  }));
}
