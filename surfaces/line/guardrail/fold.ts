/** Letters of other scripts that look like Latin ones. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    а: 'a',
    в: 'b',
    с: 'c',
    ԁ: 'd',
    е: 'e',
    ё: 'e',
    һ: 'h',
    н: 'h',
    і: 'i',
    ї: 'i',
    ј: 'j',
    к: 'k',
    ӏ: 'l',
    м: 'm',
    о: 'o',
    р: 'p',
    ԛ: 'q',
    ѕ: 's',
    т: 't',
    ѵ: 'v',
    ԝ: 'w',
    х: 'x',
    у: 'y',
    α: 'a',
    β: 'b',
    ε: 'e',
    η: 'n',
    ι: 'i',
    κ: 'k',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    χ: 'x',
    ω: 'w',
    ɑ: 'a',
    ɡ: 'g',
    ı: 'i',
    ł: 'l',
    ø: 'o',
    ß: 'ss',
    ʀ: 'r',
    ꜱ: 's',
    ᴀ: 'a',
    ᴅ: 'd',
    ᴏ: 'o',
    ᴘ: 'p',
    ᴡ: 'w',
  }),
);
const LEET: ReadonlyMap<string, string> = new Map(
  Object.entries({ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i', '|': 'l', '€': 'e' }),
);
const INVISIBLE = /[\p{Cf}\p{Mn}\u115f\u1160\u3164\u2800]/gu;

const DIGIT = /\p{Nd}/u;
const OTHER_DIGITS = /(?![0-9])\p{Nd}/gu;

/** A digit of any script; those of a script follow each other from zero. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** Lower case, compatible characters made one, without accents and characters that nobody sees. */
export function folded(text: string): string {
  return unmarked(text).toLowerCase().normalize('NFC').replace(OTHER_DIGITS, digitOf);
}

/** Compatible characters made one, without accents and characters that nobody sees. */
export function unmarked(text: string): string {
  return text.normalize('NFKC').replace(INVISIBLE, '').normalize('NFKD').replace(INVISIBLE, '').normalize('NFC');
}

const TOKEN = /\S+/g;
const LATIN = /\p{Script=Latin}/u;
const OTHER = /[\p{Script=Cyrillic}\p{Script=Greek}]|[ɑɡıłøʀꜱᴀᴅᴏᴘᴡ]/u;

const swap = (text: string, table: ReadonlyMap<string, string>): string =>
  Array.from(text)
    .map((character) => table.get(character) ?? character)
    .join('');

/** Words that mix scripts, spelled in Latin alone. */
function withoutLookalikes(text: string): string {
  return text.replace(TOKEN, (token) => (LATIN.test(token) && OTHER.test(token) ? swap(token, LOOKALIKES) : token));
}

/** Words that mix letters with digits and signs, those read as letters. */
function withoutLeet(text: string): string {
  return text.replace(TOKEN, (token) => (/\p{L}/u.test(token) && /[\d@$!|€]/.test(token) ? swap(token, LEET) : token));
}

/** Letters that stand alone one after the other, such as `p a s s`, as one word. */
const ALONE = /(?<![\p{L}\p{N}])(?:[\p{L}\d@$!][ \t._*/|~+-]{1,2}){3,60}[\p{L}\d@$!](?![\p{L}\p{N}])/gu;

function joined(text: string): string {
  return text.replace(ALONE, (letters) => letters.replace(/[ \t._*/|~+-]+/g, ''));
}

/** Signs and spaces inside words taken out, such as `pass-word` and `pass.word`. */
function closed(text: string): string {
  return text.replace(/(?<=\p{L})[._*~|+-]{1,3}(?=\p{L})/gu, '');
}

/** Other readings of folded text, in which what is hidden in it is spelled out. */
export function readings(text: string): readonly string[] {
  const plain = withoutLookalikes(text);
  const together = joined(plain);
  return [
    ...new Set([
      plain,
      together,
      closed(together),
      withoutLeet(plain),
      withoutLeet(together),
      withoutLeet(closed(together)),
    ]),
  ];
}

const NUMBER_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'zero one two three four five six seven eight nine',
    'null eins zwei drei vier funf sechs sieben acht neun',
    'zero un deux trois quatre cinq six sept huit neuf',
    'cero uno dos tres cuatro cinco seis siete ocho nueve',
    'zero um dois tres quatro cinco seis sete oito nove',
    'zero uno due tre quattro cinque sei sette otto nove',
  ].flatMap((words) => words.split(' ').map((word, digit) => [word, String(digit)])),
);

/** Numbers in words as digits, in place of letters and signs between them. */
export function spelledDigits(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => (word === 'oh' ? '0' : (NUMBER_WORDS[word] ?? word)));
}

/** Single digits with signs between them as one number. */
export function joinedDigits(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}])(?:\d[ \t,._*/-]{1,2}){3,40}\d(?![\p{L}\p{N}])/gu, (digits) =>
    digits.replace(/\D+/g, ''),
  );
}

const LETTER_DIGITS: ReadonlyMap<string, string> = new Map(
  Object.entries({ o: '0', l: '1', i: '1', '|': '1', z: '2', s: '5', b: '8' }),
);
const MOSTLY_DIGITS = /(?<![\p{L}\p{N}])(?=[^\s]{0,33}\d)(?:[\doliszb|]){3,34}(?![\p{L}\p{N}])/gu;

/** Groups of digits in which letters stand for some. */
export function letteredDigits(text: string): string {
  return text.replace(MOSTLY_DIGITS, (group) => swap(group, LETTER_DIGITS));
}

const BASE64 = /[A-Za-z0-9+/_-]{12,8000}={0,2}/g;
const MOST_DECODED = 20;

const PERCENT_ENCODED = /(?:%[\da-f]{2})+/gi;

/** A text as it was before it was encoded for an address; characters that are no UTF-8 become U+FFFD. */
function withoutPercents(text: string): string {
  return text.replace(PERCENT_ENCODED, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'));
}

/** Texts that are encoded in a text, by base64, as hexadecimal, or as parts of addresses are. */
export function decodedTexts(text: string): readonly string[] {
  const address = withoutPercents(text);
  const found: string[] = address === text ? [] : [address.replaceAll('+', ' ')];
  const compact = text.replace(/(?<=[A-Za-z0-9+/]{40})\r?\n(?=[A-Za-z0-9+/])/g, '');
  for (const [token] of compact.matchAll(BASE64)) {
    if (found.length >= MOST_DECODED) break;
    const isHexadecimal = /^[\da-f]+$/i.test(token) && token.length % 2 === 0;
    const decoded = Buffer.from(token, isHexadecimal ? 'hex' : 'base64').toString('utf8');
    if (decoded.length >= 6 && !/[^\p{L}\p{N}\p{P}\p{S}\p{Zs}\s]|\ufffd/u.test(decoded)) found.push(decoded);
  }
  return found;
}
