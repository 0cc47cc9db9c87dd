import unhomoglyph from 'unhomoglyph';

/** Signs and digits that stand for letters; `1` is an i in one reading and an l in the other. */
const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    0: 'o',
    3: 'e',
    4: 'a',
    5: 's',
    7: 't',
    8: 'b',
    9: 'g',
    '@': 'a',
    $: 's',
    '€': 'e',
    '+': 't',
    '!': 'i',
    '|': 'l',
    '(': 'c',
  }),
);
const ONES = ['i', 'l'] as const;
const STANDS = /[01345789@$€+!|(]/g;
const SEPARATORS = /[._*~|+/\\-]/g;
const END = /[.,!?:;)"'\]]*$/;
/** Letters that stand alone one after the other. */
const ALONE = /(?<![\p{L}\p{N}])(?:[\p{L}\d@$!][ .*_/|~+-]{1,2}){3,30}[\p{L}\d@$!](?![\p{L}\p{N}])/gu;
const PLAIN = /^[a-z]+$/;
const LONGEST = 40;

const distinct = (words: readonly string[]): readonly string[] => [...new Set(words)];

function withLetters(word: string, one: string): string {
  return word.replace(STANDS, (sign) => (sign === '1' ? one : (SIGNS.get(sign) ?? sign)));
}

/**
 * What a disguised word may stand for: without signs in it, with signs as letters, and with repeated letters once or
 * twice.
 */
function readingsOf(word: string): readonly string[] {
  const latin = unhomoglyph(word).toLowerCase();
  const bases = distinct([word, latin].flatMap((base) => [base, base.replace(SEPARATORS, '')]));
  const spelled = distinct(bases.flatMap((base) => [base, ...ONES.map((one) => withLetters(base, one))]));
  return distinct(
    spelled.flatMap((base) => [base, base.replace(/(.)\1{2,}/gu, '$1$1'), base.replace(/(.)\1+/gu, '$1')]),
  );
}

/** The word of the vocabulary that a word stands for; null for one that is plain, or that stands for none. */
function meant(word: string, vocabulary: ReadonlySet<string>): string | null {
  if (word.length > LONGEST || vocabulary.has(word)) return null;
  if (PLAIN.test(word) && !/(.)\1/.test(word)) return null;
  return readingsOf(word).find((reading) => vocabulary.has(reading)) ?? null;
}

/**
 * A folded text whose disguised words of a vocabulary are spelled plainly: with letters of other scripts, signs for
 * letters, signs or spaces between letters, or letters repeated. All other words stay as they are.
 */
export function undisguised(folded: string, vocabulary: ReadonlySet<string>): string {
  const together = folded.replace(ALONE, (letters) => {
    const word = letters.replace(/[ .*_/|~+-]+/g, '');
    return vocabulary.has(word) ? word : (meant(word, vocabulary) ?? letters);
  });
  const spelled = new Map<string, string>();
  return together.replace(/\S+/g, (token) => {
    const known = spelled.get(token);
    if (known !== undefined) return known;
    const end = END.exec(token)?.[0] ?? '';
    const word = meant(token.slice(0, token.length - end.length), vocabulary);
    const plain = word === null ? (meant(token, vocabulary) ?? token) : word + end;
    spelled.set(token, plain);
    return plain;
  });
}
