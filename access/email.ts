import { ApiError } from './errors.js';

export interface EmailAddress {
  /** As written, without blanks around it. */
  readonly email: string;
  /** Equal for spellings that differ in case or Unicode form alone. */
  readonly key: string;
}

const LONGEST = 254;
const LONGEST_LOCAL = 64;
/** One @ between a part without blanks, quotes or control characters and a domain with a dot. */
const SHAPE =
  /^([^\s\p{C}"(),:;<>@[\\\]]+)@([\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+)$/u;

/** Throws `invalid_parameter` for a text that is no e-mail address. */
export function readEmail(text: string, param = 'email'): EmailAddress {
  const email = text.trim().normalize('NFC');
  const [, local = '', domain] = email.length <= LONGEST ? (SHAPE.exec(email) ?? []) : [];
  if (
    domain === undefined ||
    local.length > LONGEST_LOCAL ||
    local.startsWith('.') ||
    local.endsWith('.') ||
    local.includes('..')
  )
    throw new ApiError('invalid_parameter', `${param} must be an e-mail address, such as name@example.com.`, { param });
  return { email, key: email.normalize('NFKC').toLowerCase() };
}
