const QUOTED = /(“[^”]*”|"[^"\n]*")/g;
const FRACTION = /[¼-¾⅐-⅞↉]/gu;
/** Signs beside the digits of other scripts. */
const SIGNS: Readonly<Record<string, string>> = { '٪': '%', '٫': '.', '٬': ',', '∕': '/', '⁄': '/' };

/** The value of a decimal digit of any script: digits of a script stand in a row from its zero. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

function plainCharacter(character: string): string {
  const sign = SIGNS[character];
  if (sign !== undefined) return sign;
  if (/^\p{Nl}$/u.test(character)) return character;
  const plain = character.normalize('NFKC');
  if (character !== '…' && /^[\x21-\x7e]+$/.test(plain)) return plain;
  return /^\p{Nd}$/u.test(character) ? digitOf(character) : character;
}

const plainPart = (text: string): string =>
  text
    .replace(/\p{Cf}+/gu, '')
    .replace(FRACTION, (character, at: number) => {
      const plain = character.normalize('NFKC').replace('⁄', '/');
      return at > 0 && /[\p{N}]/u.test(text.charAt(at - 1)) ? ` ${plain}` : plain;
    })
    .replace(/\P{ASCII}/gu, plainCharacter);

/**
 * A text with letters, digits and signs of other forms as plain ones: digits of all scripts, of mathematics, in
 * circles, of full width, and fractions. Characters that show nothing are left out. Quotations of `quotable` texts stay
 * as they are.
 */
export function plainText(text: string, quotable: ReadonlySet<string>): string {
  if (/^\p{ASCII}*$/u.test(text)) return text;
  return text
    .split(QUOTED)
    .map((part, index) => (index % 2 === 1 && quotable.has(part.slice(1, -1)) ? part : plainPart(part)))
    .join('');
}

/**
 * Numerals that have no plain form: Roman characters, tallies, and those of Chinese. A text of English tells nothing by
 * them.
 */
export const OTHER_NUMERALS = /(?:(?![0-9])\p{N}|[一二三四五六七八九十百千万萬亿億兆零两兩])+/gu;
