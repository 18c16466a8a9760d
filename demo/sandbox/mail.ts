import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

const SENDER = { name: 'Storefront sandbox', address: 'no-reply@sandbox.invalid' };

export function createMailer(smtpUrl: string): Mailer {
  const timeouts = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 };
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  const transport = createTransport({
    ...timeouts,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    // Local mail catchers offer STARTTLS with self-signed certificates.
    tls: { rejectUnauthorized: false },
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  });
  return {
    async send(mail) {
      await transport.sendMail({
        ...mail,
        // As an object, the address is never parsed as a list, so it cannot add recipients.
        to: { name: '', address: mail.to },
        from: SENDER,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    close: () => transport.close(),
  };
}

/** The mail with a one-time code. `code` is digits only and the rest is ours, so nothing needs escaping. */
export function composeCodeMail(to: string, code: string, lifetimeSeconds: number): Mail {
  const lifetime = describeLifetime(lifetimeSeconds);
  return {
    to,
    subject: `${code} is your login code`,
    text: [
      `Your login code is ${code}`,
      '',
      `It is valid for ${lifetime} and works once.`,
      'If you did not ask for it, you can ignore this mail.',
    ].join('\n'),
    html: `<!doctype html><html lang="en"><body style="font-family: sans-serif">
<p>Your login code is</p>
<p style="font-size: 2em; letter-spacing: 0.2em"><strong>${code}</strong></p>
<p>It is valid for ${lifetime} and works once. If you did not ask for it, you can ignore this mail.</p>
</body></html>`,
  };
}

function describeLifetime(seconds: number): string {
  if (seconds < 120) return `${seconds} second${seconds === 1 ? '' : 's'}`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return `${minutes} minutes`;
  return `${Math.floor(minutes / 60)} hours`;
}
