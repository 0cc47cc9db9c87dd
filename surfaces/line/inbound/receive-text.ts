import { newId, type RandomBytes } from '../../../access/secrets.js';
import { MS_PER_DAY } from '../../../calendar/days.js';
import type { Store } from '../../../store/open-store.js';
import { phoneNumber } from '../address.js';
import { LINE } from '../rules.js';
import { cleanText, previewOf, wordsOf } from '../text.js';

/** A text as the gateway posts it. */
export interface ReceivedText {
  /** The gateway's own id; a text with the same id is stored once. */
  readonly id: string;
  readonly from: string;
  readonly text: string;
  /** `id` of the text that it answers, as it was posted to the gateway; null if the gateway does not know. */
  readonly answers: string | null;
}

/**
 * `unknown`: no line has texted the phone lately, or several have and the gateway does not say which one is answered.
 */
export type TextReceipt = 'stored' | 'known' | 'unknown';

export interface ReceiveTextOptions {
  readonly store: Pick<Store, 'lines' | 'lineMessages'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly random: RandomBytes;
}

const ANSWERED_WITHIN_MS = 30 * MS_PER_DAY;

/**
 * Stores a text from a phone in the inbox of the line that texted it: lines share the gateway's number. Resolves once
 * it is committed.
 */
export function createReceiveText({ store, clock, random }: ReceiveTextOptions) {
  return async ({ id, from, text, answers }: ReceivedText): Promise<TextReceipt> => {
    const phone = phoneNumber(from);
    if (phone === null) return 'unknown';
    const answered = await store.lineMessages.answeredText(phone, {
      messageId: answers,
      since: new Date(clock() - ANSWERED_WITHIN_MS),
    });
    const line = answered === undefined ? undefined : await store.lines.get(answered.accountId);
    if (answered === undefined || line?.status !== 'active') return 'unknown';
    const body = cleanText(text, LINE.inbound.textCharacters);
    const isStored = await store.lineMessages.store({
      id: newId('msg', random),
      accountId: line.accountId,
      folder: 'inbox',
      channel: 'sms',
      sender: phone,
      recipients: [line.address],
      subject: '',
      preview: previewOf(body),
      body,
      isRead: false,
      messageId: `<${id}@sms>`,
      answersId: answered.id,
      inReplyTo: answered.messageId,
      referenceIds: answered.messageId === null ? [] : [answered.messageId],
      replyAddress: phone,
      at: new Date(clock()),
      work: 'answer',
      words: wordsOf(`${body} ${phone}`).join(' '),
    });
    return isStored ? 'stored' : 'known';
  };
}
