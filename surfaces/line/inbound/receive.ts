import { newId, type RandomBytes } from '../../../access/secrets.js';
import type { Line } from '../../../store/lines.js';
import type { Store } from '../../../store/open-store.js';
import type { ReturnPaths } from '../return-path.js';
import { LINE } from '../rules.js';
import { previewOf, wordsOf } from '../text.js';
import type { ParsePool } from './parse-pool.js';
import type { ParsedMail } from './parse-thread.js';

/** A mail as it came over the wire. */
export interface ReceivedMail {
  readonly raw: Uint8Array;
  /** Of the envelope; empty for a bounce. */
  readonly sender: string;
  readonly recipients: readonly string[];
}

export interface ReceiveOptions {
  readonly store: Pick<Store, 'lines' | 'lineMessages'>;
  readonly pool: Pick<ParsePool, 'parse'>;
  readonly returnPaths: Pick<ReturnPaths, 'messageOf'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly random: RandomBytes;
}

/** The end of the headers of a mail, or its end. */
function headerBytes(raw: Uint8Array): number {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const ends = [bytes.indexOf('\r\n\r\n'), bytes.indexOf('\n\n')].filter((end) => end >= 0);
  return ends.length === 0 ? bytes.length : Math.min(...ends);
}

const UNREADABLE = 'This message could not be read; it is damaged, or too complicated.';

/** What is stored of a mail that cannot be read. */
function unreadable(sender: string): ParsedMail {
  return {
    sender,
    recipients: [],
    replyAddress: null,
    subject: 'Unreadable message',
    text: UNREADABLE,
    html: null,
    attachments: [],
    messageId: null,
    inReplyTo: null,
    references: [],
    isAutomatic: true,
    failedRecipients: [],
  };
}

/** Stores mail for lines; resolves once it is committed. */
export function createReceive({ store, pool, returnPaths, clock, random }: ReceiveOptions) {
  const readMail = async ({ raw, sender }: ReceivedMail): Promise<ParsedMail> => {
    if (headerBytes(raw) > LINE.inbound.mostHeaderBytes) return unreadable(sender);
    return pool.parse(raw, sender).catch(() => unreadable(sender));
  };
  const storeFor = async (line: Line, mail: ParsedMail, envelope: ReceivedMail): Promise<void> => {
    const { text, ...parsed } = mail;
    const isOwn = parsed.sender.toLowerCase() === line.address;
    const isAutomatic = parsed.isAutomatic || isOwn;
    const { messageId, inReplyTo, html, subject, sender } = parsed;
    await store.lineMessages.store({
      id: newId('msg', random),
      accountId: line.accountId,
      folder: 'inbox',
      sender,
      recipients: parsed.recipients.length === 0 ? [...envelope.recipients] : [...parsed.recipients],
      subject,
      preview: previewOf(text),
      body: text,
      html,
      attachments: [...parsed.attachments],
      isRead: false,
      messageId,
      inReplyTo,
      referenceIds: [...parsed.references],
      isAutomatic,
      replyAddress: isOwn ? null : parsed.replyAddress,
      at: new Date(clock()),
      work: isAutomatic ? null : 'answer',
      words: wordsOf(`${subject} ${text} ${sender}`).join(' '),
    });
  };
  /** Stores mail to the return path of a message with its line; a report that the message failed makes it so. */
  const takeBounce = async (id: string, mail: ParsedMail, envelope: ReceivedMail): Promise<void> => {
    const message = await store.lineMessages.byId(id);
    const line = message === undefined ? undefined : await store.lines.get(message.accountId);
    if (message === undefined || line?.status !== 'active') return;
    const [recipient = ''] = message.recipients;
    if (mail.failedRecipients.includes(recipient.toLowerCase()))
      await store.lineMessages.bounced(id, `The message came back: ${previewOf(mail.text)}`);
    await storeFor(line, { ...mail, isAutomatic: true, replyAddress: null }, envelope);
  };
  return async (envelope: ReceivedMail): Promise<void> => {
    const mail = await readMail(envelope);
    const lines = await Promise.all(
      [...new Set(envelope.recipients)].map((address) => store.lines.byAddress(address.toLowerCase())),
    );
    for (const line of lines) if (line !== undefined) await storeFor(line, mail, envelope);
    const returned = envelope.recipients.flatMap((address) => returnPaths.messageOf(address, clock()) ?? []);
    for (const id of new Set(returned)) await takeBounce(id, mail, envelope);
  };
}
