import { hasBankAccount } from './bank-account.js';
import { decodedTexts, folded, joinedDigits, letteredDigits, readings, spelledDigits } from './fold.js';
import { hasIdentityNumber } from './identity.js';
import { hasCard, hasCardInParts, hasCardInSequence, hasIban, hasKey } from './numbers.js';
import { asksForSecret } from './phrases.js';

/** Why a text may not be sent. */
export type Refusal = 'card' | 'iban' | 'account' | 'identity' | 'key' | 'request';

const MOST_CHARACTERS = 100_000;
const CHECKS: readonly { readonly refusal: Refusal; readonly finds: (text: string, original: string) => boolean }[] = [
  { refusal: 'key', finds: (_text, original) => hasKey(original.normalize('NFKC')) },
  { refusal: 'card', finds: (text) => digitReadings(text).some(hasAnyCard) },
  { refusal: 'iban', finds: (text) => [...readings(text), ...digitReadings(text)].some(hasIban) },
  { refusal: 'identity', finds: (text) => digitReadings(text).some(hasIdentityNumber) },
  { refusal: 'account', finds: (text) => digitReadings(text).some(hasBankAccount) },
  { refusal: 'request', finds: (text) => wordReadings(text).some(asksForSecret) },
];

/** A text, and with digits in place of words and of letters that look like them, where there are such. */
function digitReadings(text: string): readonly string[] {
  const spelled = joinedDigits(spelledDigits(text));
  return [...new Set([text, spelled, letteredDigits(text)])];
}

const hasAnyCard = (text: string): boolean => hasCard(text) || hasCardInParts(text) || hasCardInSequence(text);

/** A text, and with numbers of four digits or more in place of their words, where there are such. */
function wordReadings(text: string): readonly string[] {
  const spelled = spelledDigits(text);
  const together = joinedDigits(spelled);
  return spelled === text || together === spelled ? [text] : [text, together];
}

function refusalOfPlain(text: string): Refusal | null {
  const plain = folded(text);
  return CHECKS.find(({ finds }) => finds(plain, text))?.refusal ?? null;
}

/**
 * Why a message may not be sent: it asks for, confirms or contains passwords, one-time codes, card or bank details,
 * identity numbers, keys or login details, also spaced, spelled out, in letters that look alike, or encoded. Null if it
 * may.
 */
export function refusalOf(message: string): Refusal | null {
  const text = message.slice(0, MOST_CHARACTERS);
  const refusal = refusalOfPlain(text);
  if (refusal !== null) return refusal;
  return (
    decodedTexts(text)
      .map(refusalOfPlain)
      .find((each) => each !== null) ?? null
  );
}

/** Sentences for the one who sends. */
export const REFUSALS: Readonly<Record<Refusal, string>> = {
  card: 'The message has a card number and was not sent; take it out.',
  iban: 'The message has a bank account number (IBAN) and was not sent; take it out.',
  account: 'The message has a bank account number and was not sent; take it out.',
  identity: 'The message has an identity number and was not sent; take it out.',
  key: 'The message has a key or a token and was not sent; take it out.',
  request:
    'The message asks for, confirms or has a password, a code, or card, bank, identity or login details, and was not sent; ' +
    'take that out.',
};
