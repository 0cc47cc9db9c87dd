import { newId, type RandomBytes } from '../../../access/secrets.js';
import type { Line } from '../../../store/lines.js';
import type { Store } from '../../../store/open-store.js';
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
    sender, recipients: [], replyAddress: null, subject: 'Unreadable message', text: UNREADABLE, html: null, attachments: [],
    messageId: null, inReplyTo: null, references: [], isAutomatic: true, returned: [],
  };
}

/** Stores mail for lines; resolves once it is committed. */
export function createReceive({ store, pool, clock, random }: ReceiveOptions) {
  const readMail = async ({ raw, sender }: ReceivedMail): Promise<ParsedMail> => {
    if (headerBytes(raw) > LINE.inbound.mostHeaderBytes) return unreadable(sender);
    return pool.parse(raw, sender).catch(() => unreadable(sender));
  };
  const storeFor = async (line: Line, mail: ParsedMail, envelope: ReceivedMail): Promise<void> => {
    const { text, returned, ...parsed } = mail;
    if (returned.length > 0)
      await store.lineMessages.bounced(line.accountId, returned, `The message came back: ${previewOf(text)}`);
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
  return async (envelope: ReceivedMail): Promise<void> => {
    const mail = await readMail(envelope);
    const lines = await Promise.all([...new Set(envelope.recipients)].map((address) => store.lines.byAddress(address.toLowerCase())));
    for (const line of lines) if (line !== undefined) await storeFor(line, mail, envelope);
  };
}
