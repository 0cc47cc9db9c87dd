import { domainToASCII } from 'node:url';

const MOST_CHARACTERS = 254;
const MOST_LOCAL_CHARACTERS = 64;
/** RFC 5321's dot-string: no quotes, comments, groups or lists. */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
const ALL_DIGITS = /^\d+$/;

/** One mail address, its domain in lower case and ASCII; null for anything else, such as a list, a group or a name. */
export function mailAddress(text: string): string | null {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  if (text.length > MOST_CHARACTERS || local.length > MOST_LOCAL_CHARACTERS || !LOCAL.test(local)) return null;
  const given = text.slice(at + 1);
  if (/[^\p{L}\p{N}.-]/u.test(given)) return null;
  const domain = domainToASCII(given).toLowerCase();
  const labels = domain.split('.');
  const last = labels.at(-1) ?? '';
  if (labels.length < 2 || ALL_DIGITS.test(last) || !labels.every((label) => LABEL.test(label))) return null;
  return `${local}@${domain}`;
}

const PHONE = /^\+[1-9]\d{6,14}$/;

/** A phone number in international form; null for anything else. */
export function phoneNumber(text: string): string | null {
  const number = text.replace(/[\s().-]/g, '');
  return PHONE.test(number) ? number : null;
}

const MOST_NAME_CHARACTERS = 24;

/** The readable part of a line's address. */
export function addressName(assistantName: string): string {
  const plain = assistantName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-');
  return (
    plain
      .replace(/^-+|-+$/g, '')
      .slice(0, MOST_NAME_CHARACTERS)
      .replace(/-+$/, '') || 'assistant'
  );
}
