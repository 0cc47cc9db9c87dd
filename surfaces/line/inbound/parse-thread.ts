import PostalMime from 'postal-mime';
import { decode } from 'html-entities';
import { LINE } from '../rules.js';
import { cleanLine, cleanText } from '../text.js';
import { mailAddress } from '../address.js';

/** What is kept of a mail. */
export interface ParsedMail {
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly replyAddress: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly attachments: readonly string[];
  readonly messageId: string | null;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  /** Whether a program wrote it. */
  readonly isAutomatic: boolean;
  /**
   * Addresses, in lower case, that a report of a mail server says a message did not reach, for good; empty for all
   * other mail.
   */
  readonly failedRecipients: readonly string[];
}

const { inbound } = LINE;
const IDS = /<[^\s<>@]{1,200}@[^\s<>]{1,200}>/g;
const HIDDEN = /<(script|style|head)\b[^>]{0,2000}>[\s\S]{0,200000}?<\/\1\s*>/gi;
const BREAK = /<\/?(?:br|p|div|tr|li|h\d|table|ul|ol)\b[^<>]*>/gi;
const TAG = /<[^<>]*>/g;
const MOST_RECIPIENTS = 50;

/** The text of an HTML part. */
function textOfHtml(html: string): string {
  const text = html.slice(0, inbound.htmlCharacters).replace(HIDDEN, ' ').replace(BREAK, '\n').replace(TAG, ' ');
  return decode(text)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\n\s*\n\s*/g, '\n\n');
}

const idsOf = (text: string | undefined): readonly string[] =>
  (text ?? '').slice(0, 20_000).match(IDS)?.slice(-inbound.references) ?? [];
const addressOf = (text: string | undefined): string | null => mailAddress(text?.trim() ?? '');

/**
 * Recipients that a report says a message did not reach (RFC 3464): a group of fields for each, after one for the
 * message.
 */
function failedIn(report: string): readonly string[] {
  return report
    .replace(/\r\n/g, '\n')
    .split(/\n\s*\n/)
    .flatMap((group) => {
      if (!/^action:[ \t]*failed\b/im.test(group)) return [];
      const given = Array.from(
        group.matchAll(/^(?:final|original)-recipient:[ \t]*rfc822[ \t]*;[ \t]*(\S{1,254})/gim),
        ([, address = '']) => address,
      );
      return given.flatMap((address) => addressOf(address.replace(/^<|>$/g, ''))?.toLowerCase() ?? []);
    });
}

/** Reads a mail. Throws if it is none. */
export async function parse({
  raw,
  sender,
}: {
  readonly raw: Uint8Array;
  readonly sender: string;
}): Promise<ParsedMail> {
  const mail = await PostalMime.parse(raw, { maxNestingDepth: 30, maxHeadersSize: inbound.mostHeaderBytes });
  const headers = new Map(mail.headers.map(({ key, value }) => [key, value]));
  const has = (name: string, wanted: RegExp): boolean => wanted.test(headers.get(name) ?? '');
  const isBounce = sender === '' || has('content-type', /multipart\/report/i);
  const isAutomatic =
    isBounce ||
    headers.has('list-id') ||
    headers.has('list-unsubscribe') ||
    headers.has('x-auto-response-suppress') ||
    has('precedence', /bulk|junk|list|auto/i) ||
    (headers.has('auto-submitted') && !has('auto-submitted', /^\s*no\b/i));
  const html = typeof mail.html === 'string' && mail.html !== '' ? mail.html.slice(0, inbound.htmlCharacters) : null;
  const written = mail.text?.trim() ? mail.text : html === null ? '' : textOfHtml(html);
  const from = addressOf(mail.from?.address) ?? addressOf(sender);
  const reports = mail.attachments.filter(({ mimeType }) => mimeType.toLowerCase() === 'message/delivery-status');
  const isReport = has('content-type', /^\s*multipart\/report\b[^]*\breport-type\s*=\s*"?delivery-status\b/i);
  return {
    sender: from ?? cleanLine(mail.from?.address ?? sender, 254),
    recipients: [...(mail.to ?? []), ...(mail.cc ?? [])]
      .flatMap(({ address }) => addressOf(address) ?? [])
      .slice(0, MOST_RECIPIENTS),
    replyAddress: isBounce ? null : (addressOf(mail.replyTo?.[0]?.address) ?? from),
    subject: cleanLine(mail.subject ?? '', inbound.subjectCharacters),
    text: cleanText(written, inbound.textCharacters),
    html: html === null ? null : cleanText(html, inbound.htmlCharacters),
    attachments: mail.attachments
      .slice(0, inbound.attachments)
      .map(({ filename }, index) => cleanLine(filename ?? '', 200) || `attachment-${index + 1}`),
    messageId: idsOf(mail.messageId)[0] ?? null,
    inReplyTo: idsOf(mail.inReplyTo)[0] ?? null,
    references: idsOf(mail.references),
    isAutomatic,
    failedRecipients: isReport
      ? reports.flatMap(({ content }) => failedIn(textOf(content))).slice(0, MOST_RECIPIENTS)
      : [],
  };
}

function textOf(content: ArrayBuffer | Uint8Array | string): string {
  if (typeof content === 'string') return content.slice(0, inbound.textCharacters);
  return Buffer.from(content as ArrayBuffer)
    .subarray(0, inbound.textCharacters)
    .toString('latin1');
}
