import path from 'node:path';
import type { DeliverMail } from '../access/mail.js';
import { systemRandom } from '../access/secrets.js';
import type { Clock } from '../calendar/utc-periods.js';
import { createMaildirTransport } from '../surfaces/line/outgoing/maildir.js';
import { createSmtpTransport } from '../surfaces/line/outgoing/smtp.js';
import type { LineTransport } from '../surfaces/line/outgoing/transport.js';
import type { Config } from './config.js';

const FOLDER = 'mail';
const SENDER = 'Marketgraph';
const LOCAL_PART = 'no-reply';
const ID_BYTES = 16;

/** Gives mail to the server of SVC_SMTP_URL; without one, writes it to the Maildir `mail/` of the data directory. */
export function openMailTransport({ dataDir, line: { smtpUrl } }: Pick<Config, 'dataDir' | 'line'>): LineTransport {
  return smtpUrl === undefined ? createMaildirTransport(path.join(dataDir, FOLDER)) : createSmtpTransport(smtpUrl);
}

/** Mail of the platform to owners, such as tokens of password resets: one attempt. Rejects if it was not accepted. */
export function createAccountMail(
  transport: Pick<LineTransport, 'deliver'>,
  domain: string,
  clock: Clock,
): DeliverMail {
  return async ({ to, subject, text }) => {
    const delivered = await transport.deliver(
      {
        channel: 'mail',
        from: { name: SENDER, address: `${LOCAL_PART}@${domain}` },
        returnPath: `${LOCAL_PART}@${domain}`,
        to,
        subject,
        text,
        messageId: `<${systemRandom(ID_BYTES).toString('hex')}@${domain}>`,
        inReplyTo: null,
        references: [],
        at: new Date(clock()),
        isAutomatic: false,
      },
      async () => undefined,
    );
    if (delivered.outcome !== 'accepted') throw new Error(delivered.error);
  };
}
