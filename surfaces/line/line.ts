import { ApiError } from '../../access/errors.js';
import { newId, type RandomBytes } from '../../access/secrets.js';
import { TIER_LIMITS, type Tier } from '../../access/tiers.js';
import type { Answering, LineMessage, NewLineMessage } from '../../store/line-messages.js';
import type { Line, LineChanges } from '../../store/lines.js';
import type { Store } from '../../store/open-store.js';
import { addressName, mailAddress, phoneNumber } from './address.js';
import { refusalOf, REFUSALS } from './guardrail/guardrail.js';
import { LINE } from './rules.js';
import { signed } from './signature.js';
import { cleanLine, cleanText, previewOf, wordsOf } from './text.js';

/** Payments of lines. The built-in one waits for the operator's confirmation. */
export interface LinePayments {
  /** Where the owner of an account completes the set-up of its line. */
  setupUrl(accountId: string): string;
}

export interface LineOptions {
  readonly store: Pick<Store, 'lines' | 'lineMessages'>;
  /** Domain of the addresses of new lines. */
  readonly domain: string;
  readonly payments: LinePayments;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly random: RandomBytes;
}

/** Who sends. */
export interface LineSender {
  readonly accountId: string;
  readonly tier: Tier;
}

export interface NewMail {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
}

/** The rules of assistant lines. All methods throw ApiError. */
export interface Lines {
  /** The account's line in any state. Throws `no_line`. */
  ofAccount(accountId: string): Promise<Line>;
  /** The account's line. Throws `no_line`, or `payment_required` until the payment is confirmed. */
  active(accountId: string): Promise<Line>;
  /** Where the set-up is completed; null once the line is active. */
  setupUrl(line: Line): string | null;
  /** The account's new line, or the one that it has. */
  setUp(accountId: string, assistantName: string): Promise<Line>;
  update(accountId: string, changes: LineChanges): Promise<Line>;
  /** Stores a message, which a worker delivers. Throws `guardrail_blocked` and `send_rate_limited` too. */
  send(sender: LineSender, mail: NewMail): Promise<LineMessage>;
  /**
   * Stores a message of the account itself, such as the result of a scheduled run, once for its id. Throws the same.
   */
  notify(sender: LineSender, mail: NewMail & { readonly id: string }): Promise<void>;
  /** The same for an answer to a message of the inbox: only its text is the caller's. */
  reply(sender: LineSender, id: string, text: string): Promise<LineMessage>;
  /** A message that the account has, by its id. Throws `not_found`. */
  message(accountId: string, id: string): Promise<LineMessage>;
  /** Stores the assistant's answer to a message that it has claimed, and records it there. Throws as `reply` does. */
  answer(sender: LineSender, inbound: LineMessage, text: string): Promise<void>;
  /** Stores such an answer as a draft, which is not sent. */
  draft(line: Line, inbound: LineMessage, text: string): Promise<void>;
}

const RANDOM_BYTES = 5;
const MOST_TRIES = 5;
const MOST_REFERENCES = 20;

function notFound(): ApiError {
  return new ApiError('not_found', 'The line has no message with this id; list those of the inbox.', { param: 'id' });
}

/** Text of a field that must have some. Throws `invalid_parameter`. */
function filled(text: string, param: string, most: number, isLine: boolean): string {
  const clean = isLine ? cleanLine(text, most) : cleanText(text, most);
  if (clean !== '') return clean;
  throw new ApiError('invalid_parameter', `${param} must have a visible character.`, { param });
}

/** The recipient of a message. Throws `invalid_parameter` for anything but one address. */
export function recipientOf(recipient: string): { readonly address: string; readonly channel: 'mail' | 'sms' } {
  const text = recipient.trim();
  const number = text.startsWith('+') && !text.includes('@') ? phoneNumber(text) : null;
  if (number !== null) return { address: number, channel: 'sms' };
  const address = mailAddress(text);
  if (address !== null) return { address, channel: 'mail' };
  throw new ApiError(
    'invalid_parameter',
    'recipient must be one mail address such as name@example.com, or one phone number such as +14155550100.',
    { param: 'recipient' },
  );
}

/** Throws `guardrail_blocked` for a text that may not be sent. */
function checkGuardrail(subject: string, text: string): void {
  const refusal = refusalOf(`${subject}\n${text}`);
  if (refusal !== null) throw new ApiError('guardrail_blocked', REFUSALS[refusal]);
}

const answeringOf = ({ id, claimId }: LineMessage, status: Answering['status']): Answering => ({
  id,
  claimId: claimId ?? '',
  status,
});

/** A message that nothing but the cap may keep from being stored. */
function stored(message: LineMessage | undefined): LineMessage {
  if (message === undefined) throw new Error('The message was not stored.');
  return message;
}

const SUBJECT_REPLY = /^\s*(?:re|aw|sv|antw)\s*:/i;

/** Ids of messages that a header may carry. */
function references(inbound: LineMessage): string[] {
  const ids = [...inbound.referenceIds, ...(inbound.messageId === null ? [] : [inbound.messageId])];
  return [...new Set(ids)].slice(-MOST_REFERENCES);
}

export function createLines({ store, domain, payments, clock, random }: LineOptions): Lines {
  const ofAccount = async (accountId: string): Promise<Line> => {
    const line = await store.lines.get(accountId);
    if (line === undefined) throw new ApiError('no_line');
    return line;
  };
  const active = async (accountId: string): Promise<Line> => {
    const line = await ofAccount(accountId);
    if (line.status === 'active') return line;
    throw new ApiError('payment_required', undefined, { setup_url: payments.setupUrl(accountId) });
  };
  const inboxMessage = async (accountId: string, id: string): Promise<LineMessage> => {
    const found = await store.lineMessages.get(accountId, id);
    if (found?.folder !== 'inbox') throw notFound();
    return found;
  };
  /** A message from the line, with the signature. */
  const outgoing = (
    line: Line,
    given: Pick<NewLineMessage, 'recipients' | 'subject'> & Partial<NewLineMessage>,
    text: string,
  ): NewLineMessage => {
    const id = given.id ?? newId('msg', random);
    const body = signed(text, line);
    return {
      folder: 'sent',
      ...given,
      id,
      accountId: line.accountId,
      sender: line.address,
      body,
      preview: previewOf(text),
      threadId: given.threadId ?? id,
      messageId: `<${id}@${line.address.slice(line.address.indexOf('@') + 1)}>`,
      at: new Date(clock()),
      words: wordsOf(`${given.subject} ${body} ${given.recipients.join(' ')}`).join(' '),
    };
  };
  const answer = (line: Line, inbound: LineMessage, text: string, folder: 'sent' | 'drafts'): NewLineMessage => {
    const subject =
      inbound.subject === '' || SUBJECT_REPLY.test(inbound.subject) ? inbound.subject : `Re: ${inbound.subject}`;
    const threading = {
      answersId: inbound.id,
      threadId: inbound.threadId,
      inReplyTo: inbound.messageId,
      referenceIds: references(inbound),
    };
    const recipients = inbound.replyAddress === null ? [] : [inbound.replyAddress];
    return outgoing(line, { folder, recipients, subject, channel: inbound.channel, ...threading }, text);
  };
  const admit = async (
    { tier }: LineSender,
    message: NewLineMessage,
    answering?: Answering,
  ): Promise<LineMessage | undefined> => {
    const nowMs = clock();
    const cap = { most: TIER_LIMITS[tier].lineSendsPerHour, since: new Date(nowMs - LINE.windowMs) };
    const sending = await store.lineMessages.send(message, cap, answering);
    if (sending.outcome === 'stored') return sending.message;
    if (sending.outcome === 'answered') return undefined;
    if (sending.outcome === 'no_account') throw new ApiError('no_line');
    const waitS = Math.max(1, Math.ceil((sending.oldest.getTime() + LINE.windowMs - nowMs) / 1000));
    throw new ApiError('send_rate_limited', undefined, { retry_after_s: waitS });
  };
  const replyTo = (line: Line, inbound: LineMessage, text: string): NewLineMessage => {
    if (inbound.replyAddress === null)
      throw new ApiError('invalid_parameter', 'id is of a message without an address to reply to; choose another.', {
        param: 'id',
      });
    const body = filled(text, 'text', LINE.inbound.textCharacters, false);
    checkGuardrail(inbound.subject, body);
    return answer(line, inbound, body, 'sent');
  };
  const newMessage = (
    line: Line,
    { recipient, subject, text }: NewMail,
    more: Partial<NewLineMessage> = {},
  ): NewLineMessage => {
    const { address, channel } = recipientOf(recipient);
    const title = cleanLine(subject, LINE.inbound.subjectCharacters);
    const body = filled(text, 'text', LINE.inbound.textCharacters, false);
    checkGuardrail(title, body);
    return outgoing(line, { ...more, recipients: [address], subject: title, channel }, body);
  };
  return {
    ofAccount,
    active,
    setupUrl: ({ status, accountId }) => (status === 'active' ? null : payments.setupUrl(accountId)),
    async setUp(accountId, assistantName) {
      const name = filled(assistantName, 'assistantName', 80, true);
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const address = `${addressName(name)}-${random(RANDOM_BYTES).toString('hex')}@${domain}`;
        const line = await store.lines.insert({
          accountId,
          address,
          assistantName: name,
          createdAt: new Date(clock()),
        });
        if (line !== undefined) return line;
      }
      throw new Error('No address was free for a line.');
    },
    async update(accountId, changes) {
      const { assistantName, ...others } = changes;
      const line = await store.lines.update(accountId, {
        ...others,
        ...(assistantName === undefined ? {} : { assistantName: filled(assistantName, 'assistantName', 80, true) }),
      });
      if (line === undefined) throw new ApiError('no_line');
      return line;
    },
    send: async (sender, mail) => stored(await admit(sender, newMessage(await active(sender.accountId), mail))),
    async notify(sender, { id, ...mail }) {
      const line = await active(sender.accountId);
      if ((await store.lineMessages.get(sender.accountId, id)) !== undefined) return;
      await admit(sender, newMessage(line, mail, { id }));
    },
    async reply(sender, id, text) {
      const line = await active(sender.accountId);
      const inbound = await inboxMessage(sender.accountId, id);
      return stored(await admit(sender, replyTo(line, inbound, text)));
    },
    async message(accountId, id) {
      const found = await store.lineMessages.get(accountId, id);
      if (found === undefined) throw notFound();
      return found;
    },
    async answer(sender, inbound, text) {
      const line = await active(sender.accountId);
      await admit(sender, { ...replyTo(line, inbound, text), isAutomatic: true }, answeringOf(inbound, 'replied'));
    },
    async draft(line, inbound, text) {
      await store.lineMessages.store(answer(line, inbound, text, 'drafts'), answeringOf(inbound, 'drafted'));
    },
  };
}
