import nodemailer from 'nodemailer';
import { LINE } from '../rules.js';
import type { Delivered, LineTransport, OutgoingMail } from './transport.js';

/** The fields of a mail for nodemailer: addresses as objects and an envelope, which it does not read as lists. */
export function mailOptions({ from, to, subject, text, messageId, inReplyTo, references, at, isAutomatic }: OutgoingMail) {
  return {
    from,
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    subject,
    text,
    messageId,
    ...(inReplyTo === null ? {} : { inReplyTo }),
    ...(references.length === 0 ? {} : { references: [...references] }),
    date: at,
    headers: { 'Auto-Submitted': isAutomatic ? 'auto-replied' : 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** nodemailer names the command `CONN` for broken sockets at any stage: only these failures are certainly before the text. */
const NOT_CONNECTED = /^(?:connect |getaddrinfo |queryA|Greeting never received|Invalid greeting)/;

/** What a failure says about whether the mail arrived. */
function deliveredOf(error: unknown): Delivered {
  const { responseCode, message } = error as { responseCode?: number; message?: string };
  const said = String(message).replace(/\s+/g, ' ').slice(0, 300);
  if (typeof responseCode === 'number')
    return { outcome: 'refused', isTemporary: responseCode < 500, error: `The mail server said: ${said}` };
  if (NOT_CONNECTED.test(said)) return { outcome: 'refused', isTemporary: true, error: 'The mail server could not be reached.' };
  return { outcome: 'unknown', error: 'The connection to the mail server broke; whether the message arrived is unknown.' };
}

/** Gives mail to the server at a URL. */
export function createSmtpTransport(url: string): LineTransport {
  const transporter = nodemailer.createTransport({
    url,
    connectionTimeout: LINE.connectTimeoutMs,
    greetingTimeout: LINE.connectTimeoutMs,
    socketTimeout: LINE.attemptTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver(mail) {
      try {
        await transporter.sendMail(mailOptions(mail));
        return { outcome: 'accepted' };
      } catch (error) {
        return deliveredOf(error);
      }
    },
    close: () => transporter.close(),
  };
}
