import { countrySpecs } from 'ibantools';

/** Whether the last digit is the check digit of the others. */
export function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const value = i % 2 === 1 ? digit * 2 : digit;
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** First digits and lengths of cards. */
const ISSUERS: readonly { readonly first: RegExp; readonly lengths: readonly number[] }[] = [
  { first: /^4/, lengths: [13, 16, 19] },
  { first: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { first: /^3[47]/, lengths: [15] },
  { first: /^3(?:0[0-59]|[689])/, lengths: [14, 16, 19] },
  { first: /^(?:6011|64[4-9]|65|62|81|60|82)/, lengths: [16, 17, 18, 19] },
  { first: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { first: /^(?:5[0678]|6[37])/, lengths: [16, 18, 19] },
  { first: /^220[0-4]/, lengths: [16, 17, 18, 19] },
];

function isCard(digits: string): boolean {
  if (/^(\d)\1+$/.test(digits)) return false;
  return ISSUERS.some(({ first, lengths }) => lengths.includes(digits.length) && first.test(digits)) && isLuhn(digits);
}

/** Digits in groups, with at most two signs between them. */
const GROUPS = /\d(?:[^\p{L}\p{N}\n]{0,3}\d|\s{1,2}\d)*/gu;
const LEAST = 13;
const MOST = 19;

/** Whether a text has the number of a card: a beginning and an end at the edges of groups of digits. */
export function hasCard(text: string): boolean {
  for (const [run] of text.matchAll(GROUPS)) {
    const groups = run.match(/\d+/g) ?? [];
    for (let from = 0; from < groups.length; from++) {
      let digits = '';
      for (let to = from; to < groups.length && digits.length <= MOST; to++) {
        digits += groups[to] ?? '';
        if (digits.length >= LEAST && digits.length <= MOST && isCard(digits)) return true;
      }
    }
    if (groups.some((group) => group.length > MOST && hasCardWithin(group))) return true;
  }
  return false;
}

function hasCardWithin(digits: string): boolean {
  for (let from = 0; from + LEAST <= digits.length; from++) if (isCard(digits.slice(from, from + 16))) return true;
  return false;
}

const ABOUT_CARDS =
  /(?<!\p{L})(?:cards?|visa|master ?card|amex|american express|karte\w*|kreditkarte\w*|carte|tarjeta|cartao|carta|kaart|karta|karty|карт\p{L}*|kart\w*|kort\w*|cvv|cvc|digits|ziffern|chiffres|cifras|cijfers)(?!\p{L})|カード|卡|카드|بطاقة/u;
const PART = /(?<!\d)\d{3,6}(?!\d)/g;
const MOST_BETWEEN = 60;
const MOST_PARTS = 2_000;

/** Whether a text about cards has the number of one in parts, with words between them. */
export function hasCardInParts(text: string): boolean {
  if (!ABOUT_CARDS.test(text)) return false;
  const parts = Array.from(text.matchAll(PART)).slice(0, MOST_PARTS);
  return parts.some((_first, from) => {
    let digits = '';
    for (let to = from; to < parts.length && digits.length < 16; to++) {
      const [before, part] = [parts[to - 1], parts[to]];
      if (part === undefined) return false;
      if (to > from && before !== undefined && part.index - before.index > MOST_BETWEEN) return false;
      digits += part[0];
      if (digits.length >= 15 && isCard(digits)) return true;
    }
    return false;
  });
}

/** Words that lead from one part of a number to the next. */
const LEADING = `(?:${[
  'and',
  'then',
  'followed by',
  'after that',
  'next',
  'the',
  'first',
  'second',
  'other',
  'last',
  'rest',
  'half',
  'part',
  'finally',
  'plus',
  'it s',
  'is',
  'und',
  'dann',
  'danach',
  'gefolgt von',
  'et',
  'puis',
  'ensuite',
  'y',
  'luego',
  'despues',
  'e',
  'depois',
  'poi',
  'en',
  'daarna',
  'och',
  'og',
  'sedan',
  'i',
  'potem',
  've',
  'sonra',
  'затем',
  'потом',
  'и',
].join('|')})(?!\\p{L})[^\\p{L}\\p{N}]*`;
const LEADS_ON = new RegExp(`^[^\\p{L}\\p{N}]*(?:${LEADING}){0,4}$`, 'u');
/** Such words after a digit, before the rest of a number. */
const BETWEEN = new RegExp(`(?<=\\d)[^\\p{L}\\p{N}]+(?:${LEADING}){1,4}(?=[\\p{Lu}\\d])`, 'gu');
const HALF = /(?<![\p{L}\p{N}])\d{4,12}(?![\p{L}\p{N}])/gu;

/** Whether a text has the number of a card in parts that only words such as `and then` are between. */
export function hasCardInSequence(text: string): boolean {
  const parts = Array.from(text.matchAll(HALF)).slice(0, MOST_PARTS);
  let digits: readonly string[] = [];
  return parts.some((part, place) => {
    const before = parts[place - 1];
    const between = before === undefined ? '' : text.slice(before.index + before[0].length, part.index);
    digits = between.length <= MOST_BETWEEN && LEADS_ON.test(between) ? [...digits, part[0]].slice(-4) : [part[0]];
    return digits.some((_part, from) => isCard(digits.slice(from).join('')));
  });
}

const IBAN_START = /(?<![A-Z])[A-Z][ .\-/|]?[A-Z][ .\-/|]?\d[ .\-/|]?\d/g;
const MOST_IBAN = 34;

function isModulo97(iban: string): boolean {
  const digits = Array.from(iban.slice(4) + iban.slice(0, 4), (character) =>
    /\d/.test(character) ? character : String(character.charCodeAt(0) - 55),
  ).join('');
  return BigInt(digits) % 97n === 1n;
}

/**
 * Whether a text has an IBAN whose check digits hold, in the form of its country. The check digits that some countries
 * have within are not required to hold.
 */
export function hasIban(text: string): boolean {
  return hasWholeIban(text) || hasWholeIban(text.replace(BETWEEN, ' '));
}

function hasWholeIban(text: string): boolean {
  const upper = text.toUpperCase();
  IBAN_START.lastIndex = 0;
  for (let match = IBAN_START.exec(upper); match !== null; match = IBAN_START.exec(upper)) {
    IBAN_START.lastIndex = match.index + 1;
    const compact = upper.slice(match.index, match.index + MOST_IBAN * 3).replace(/[^A-Z\d]+/g, '');
    const country: { readonly chars?: number | null; readonly bban_regexp?: string | null } | undefined =
      countrySpecs[compact.slice(0, 2) as keyof typeof countrySpecs];
    const { chars = null, bban_regexp: form = null } = country ?? {};
    if (chars === null || form === null) continue;
    const iban = compact.slice(0, chars);
    if (iban.length === chars && new RegExp(form).test(iban.slice(4)) && isModulo97(iban)) return true;
  }
  return false;
}

const KEYS: readonly RegExp[] = [
  /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY/i,
  /\b(?:sk|pk|rk)[-_](?:(?:live|test|proj|ant)[-_])?[A-Za-z0-9_-]{16,}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{20,}/,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/,
  /\bxox[abeprs]-[A-Za-z0-9-]{10,}/,
  /\bAIza[A-Za-z0-9_-]{30,}/,
  /\bsvcs?_[A-Za-z0-9_-]{20,}/,
  /\bwhsec_[A-Za-z0-9_-]{20,}/,
  /\b(?:glpat|npm|hf|shpat|shpss|dop_v1|pypi|sq0atp|sq0csp|EAAC|dp\.pt|lin_api|ntn|secret|xapp|rpa|pat|tok|key|sg)[-_.][A-Za-z0-9_-]{20,}/i,
  /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/,
  /\bya29\.[A-Za-z0-9_-]{20,}/,
  /\bAC[0-9a-f]{32}\b|\bSK[0-9a-f]{32}\b/,
  /\bAccountKey=[A-Za-z0-9+/]{20,}/,
  /\bBearer [A-Za-z0-9._~+/-]{20,}/,
  /\bssh-(?:rsa|ed25519) [A-Za-z0-9+/]{60,}/,
  /\bhttps:\/\/hooks\.slack\.com\/services\/\S{20,}/,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/,
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{1,64}:[^\s/@]{1,64}@/i,
];

/** The name of a key, and a value that nobody reads as words. */
const NAMED_KEY =
  /(?<!\p{L})(?:api|client|app|access|secret|auth|private|signing|shared|service|consumer|webhook|encryption|bearer|session|refresh)[ _-]?(?:keys?|tokens?|secrets?)(?!\p{L})(?: [^\s.!?;:=]{1,24}){0,6}?["']?\s{0,2}(?:is|are|was|:|=|=>|->)+\s{0,2}["'`]?(?=[\w+/.-]{0,99}\d)(?=[\w+/.-]{0,99}[a-z])[a-z\d][\w+/.-]{19,}/iu;
/** The words of a wallet, of which there are twelve at the least. */
const SEED_PHRASE =
  /(?<!\p{L})(?:(?:seed|recovery|backup|secret|wallet)[ -]?(?:phrase|words)|mnemonic)(?: [^\s.!?;:]{1,24}){0,5}?\s{0,2}(?:is|are|:|=)+\s{0,2}(?:(?:\d{1,2}[.)]\s?)?\p{L}{3,8}[\s,]{1,2}){11}\p{L}{3,8}/iu;

/** Whether a text has a key, a token or an address with a password, as services write them or beside its name. */
export function hasKey(text: string): boolean {
  return KEYS.some((key) => key.test(text)) || NAMED_KEY.test(text) || SEED_PHRASE.test(text);
}
