import { normalizeEmail } from '../operations/access.ts';

export interface Mail {
  /** Of the one-time code in it. */
  id: string;
  email: string;
  subject: string;
  text: string;
  code: string;
  sentAt: string;
}

const MAILBOX_SIZE = 100;

/** The mails that would have been sent. In memory only: in the file, codes are nothing but hashes. */
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
    // The filter of the page sends an empty field when nothing is typed.
    const recipient = email && normalizeEmail(email);
    return recipient ? this.#mails.filter((mail) => mail.email === recipient) : this.#mails;
  }
}
