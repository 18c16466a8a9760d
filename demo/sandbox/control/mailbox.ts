import { normalizeEmail } from '../operations/access.ts';

export interface Mail {
  /** The id of its one-time code. */
  id: string;
  email: string;
  subject: string;
  text: string;
  code: string;
  sentAt: string;
}

const MAILBOX_SIZE = 100;

/** The mails that would have been sent. In memory only: the database file stores codes only as hashes. */
export class Mailbox {
  #mails: Mail[] = [];

  add(mail: Mail): void {
    this.#mails = [mail, ...this.#mails].slice(0, MAILBOX_SIZE);
  }

  remove(id: string): void {
    this.#mails = this.#mails.filter((mail) => mail.id !== id);
  }

  /** Newest first, all of them or those to one address. */
  list(email?: string): Mail[] {
    // An empty `?email=` filters nothing.
    const recipient = email && normalizeEmail(email);
    return recipient ? this.#mails.filter((mail) => mail.email === recipient) : this.#mails;
  }
}
