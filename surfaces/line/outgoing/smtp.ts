import { Readable } from 'node:stream';
import nodemailer from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { LINE } from '../rules.js';
import type { Delivered, LineTransport, OutgoingMail } from './transport.js';

/** The fields of a mail for nodemailer: addresses as objects and an envelope, which it does not read as lists. */
export function mailOptions({
  from,
  returnPath,
  to,
  subject,
  text,
  messageId,
  inReplyTo,
  references,
  at,
  isAutomatic,
}: OutgoingMail) {
  return {
    from,
    to: { name: '', address: to },
    envelope: { from: returnPath, to: [to] },
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

/** What a failure says about whether the mail arrived: it cannot have before its text began to leave. */
function deliveredOf(error: unknown, hasStarted: boolean): Delivered {
  const { responseCode, message } = error as { responseCode?: number; message?: string };
  const said = String(message).replace(/\s+/g, ' ').slice(0, 300);
  if (typeof responseCode === 'number')
    return { outcome: 'refused', isTemporary: responseCode < 500, error: `The mail server said: ${said}` };
  if (!hasStarted)
    return {
      outcome: 'refused',
      isTemporary: true,
      error: 'The mail server could not be reached, or hung up before it took the message.',
    };
  return {
    outcome: 'unknown',
    error: 'The connection to the mail server broke; whether the message arrived is unknown.',
  };
}

type ConnectionOptions = ReturnType<typeof parseConnectionUrl>;

interface Dialogue {
  readonly options: ConnectionOptions;
  readonly envelope: { readonly from: string; readonly to: string[] };
  /** Read once the server has asked for the text. */
  readonly text: Readable;
}

/** One dialogue over a connection of its own; rejects unless the server accepted the mail. */
function converse({ options: { auth, ...options }, envelope, text }: Dialogue): Promise<void> {
  return new Promise((resolve, reject) => {
    const connection = new SMTPConnection({
      ...options,
      connectionTimeout: LINE.connectTimeoutMs,
      greetingTimeout: LINE.connectTimeoutMs,
      socketTimeout: LINE.attemptTimeoutMs,
    });
    const fail = (error: Error): void => {
      reject(error);
      connection.close();
    };
    const send = (): void =>
      connection.send(envelope, text, (error) => {
        if (error) return fail(error);
        resolve();
        connection.quit();
      });
    text.once('error', fail);
    connection.once('error', fail);
    connection.once('end', () => reject(new Error('The mail server closed the connection.')));
    connection.connect((error) => {
      if (error) return fail(error);
      if (auth === undefined) return send();
      connection.login(auth, (refused) => (refused ? fail(refused) : send()));
    });
  });
}

/** Gives mail to the server at a URL. */
export function createSmtpTransport(url: string): LineTransport {
  const options = parseConnectionUrl(url);
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async deliver(mail, starts) {
      const { message } = await composer.sendMail(mailOptions(mail));
      let hasStarted = false;
      const text = Readable.from(
        (async function* () {
          await starts();
          hasStarted = true;
          yield message as Buffer;
        })(),
      );
      try {
        await converse({ options, envelope: { from: mail.returnPath, to: [mail.to] }, text });
        return { outcome: 'accepted' };
      } catch (error) {
        return deliveredOf(error, hasStarted);
      } finally {
        text.destroy();
      }
    },
    close: () => composer.close(),
  };
}
