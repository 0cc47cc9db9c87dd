/** Longest text of a client that is quoted in a message. */
const LONGEST = 40;
/** Messages that GraphQL's own rules write repeat the client's values in full. */
const LONGEST_MESSAGE = 230;
const KEPT_AT_EACH_END = 95;

/** Quotes untrusted text for a message: at most 40 characters, control characters escaped. */
export function quote(text: string): string {
  const characters = Array.from(text.slice(0, 2 * LONGEST + 2));
  const shown = characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : text;
  return JSON.stringify(shown).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Describes an untrusted value for a message. */
export function echo(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'an object';
}

/** A message with less than 200 characters of whatever value it repeats. */
export function shortMessage(message: string): string {
  if (message.length <= LONGEST_MESSAGE) return message;
  // The cuts may split surrogate pairs.
  return `${message.slice(0, KEPT_AT_EACH_END)} … ${message.slice(-KEPT_AT_EACH_END)}`.replace(/\p{Cs}/gu, '�');
}

/** Codes of errors that GraphQL's own rules find in a request; without a code, any error. */
const REQUEST_ERRORS: ReadonlySet<unknown> = new Set([
  undefined,
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
]);

interface ErrorParts {
  readonly message: string;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

/** The message of a GraphQL error for clients. Messages of this project's own errors are short by themselves. */
export function messageOf({ message, extensions }: ErrorParts): string {
  return REQUEST_ERRORS.has(extensions?.['code']) ? shortMessage(message) : message;
}

/** The same of text that may have line feeds, carriage returns and tabs. */
export function isTextOfLines(text: string): boolean {
  return isPlainText(text.replaceAll(/[\n\r\t]/g, ' '));
}

/** Whether text has neither control characters nor lone surrogates; PostgreSQL text cannot contain either of them. */
export function isPlainText(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text);
}
