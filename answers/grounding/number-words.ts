/** A number in words at a place of a text. */
export interface WordNumber {
  readonly start: number;
  readonly end: number;
  /** To be multiplied by the scale. */
  readonly digits: number;
  /** What a last "thousand" or "million" stands for; otherwise 1. */
  readonly scale: number;
  /** Digits after "point". */
  readonly decimals: number;
  readonly kind: 'number' | 'ordinal' | 'share';
}

const list = (words: string): readonly string[] => words.trim().split(/\s+/);
const UNITS = list(`
  zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
  eighteen nineteen`);
const TENS = list('twenty thirty forty fifty sixty seventy eighty ninety');
const ORDINALS = list(`
  first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
  sixteenth seventeenth eighteenth nineteenth twentieth`);
const SMALL: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, value) => [word, value] as const),
  ...TENS.map((word, index) => [word, 20 + 10 * index] as const),
]);
const SCALES: ReadonlyMap<string, number> = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);
/** What multiplies a number below 100. */
const FACTORS: ReadonlyMap<string, number> = new Map([
  ['dozen', 12],
  ['hundred', 100],
]);
const PARTS: ReadonlyMap<string, number> = new Map([
  ['half', 2],
  ['halves', 2],
  ['quarter', 4],
  ['quarters', 4],
  ...ORDINALS.slice(2, 10).flatMap((word, index) => [[word, index + 3] as const, [`${word}s`, index + 3] as const]),
]);

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** What stands between it and the word before. */
  readonly before: string;
}

function wordsIn(text: string): readonly Word[] {
  let last = 0;
  return Array.from(text.matchAll(/[\p{L}\p{N}_’']+/gu), ({ index, 0: raw }) => {
    const word = { text: raw.toLowerCase(), start: index, end: index + raw.length, before: text.slice(last, index) };
    last = word.end;
    return word;
  });
}

const isJoined = (word: Word | undefined): boolean => word !== undefined && /^(?:\s+|\s?[-‐‑]\s?)$/.test(word.before);

interface Read {
  readonly value: number;
  /** Of the last word, if it is one of `SCALES`. */
  readonly scale: number;
  readonly decimals: number;
  readonly count: number;
}

/** Reads one number at a word: "ninety-nine", "a dozen", "two hundred and five thousand", "four point three". */
function numberAt(words: readonly Word[], at: number): Read | null {
  const isFactor = (word: Word | undefined): boolean =>
    word !== undefined && isJoined(word) && (FACTORS.has(word.text) || SCALES.has(word.text));
  const isArticle = /^an?$/.test(words[at]?.text ?? '') && isFactor(words[at + 1]);
  let [total, current, scale, lowest, count]: [number, number | null, number, number, number] = [
    0,
    null,
    1,
    Infinity,
    0,
  ];
  if (isArticle) [current, count] = [1, 1];
  for (let word = words[at + count]; word !== undefined && (count === 0 || isJoined(word)); word = words[at + count]) {
    const [small, factor, large] = [SMALL.get(word.text), FACTORS.get(word.text), SCALES.get(word.text)];
    const isAfterHundred: boolean = current !== null && current >= 100 && current % 100 === 0;
    if (small !== undefined && (current === null || isAfterHundred)) current = (current ?? 0) + small;
    else if (
      small !== undefined &&
      small > 0 &&
      small < 10 &&
      current !== null &&
      current % 100 >= 20 &&
      current % 10 === 0
    )
      current += small;
    else if (factor !== undefined && current !== null && current > 0 && current < 100) current *= factor;
    else if (large !== undefined && current !== null && current > 0 && large < lowest) {
      total += current * large;
      [current, scale, lowest, count] = [null, large, large, count + 1];
      continue;
    } else if (
      word.text === 'and' &&
      count > 0 &&
      (isAfterHundred || current === null) &&
      SMALL.has(words[at + count + 1]?.text ?? '')
    ) {
      count += 1;
      continue;
    } else break;
    [scale, count] = [1, count + 1];
  }
  if (count === 0) return null;
  let [value, decimals] = [total + (current ?? 0), 0];
  if (words[at + count]?.text === 'point' && isJoined(words[at + count])) {
    let next = at + count + 1;
    for (
      let digit = SMALL.get(words[next]?.text ?? '');
      digit !== undefined && digit < 10;
      digit = SMALL.get(words[next]?.text ?? '')
    ) {
      decimals += 1;
      value += digit / 10 ** decimals;
      next += 1;
    }
    if (decimals > 0) return { value: Number(value.toFixed(decimals)), scale: 1, decimals, count: next - at };
  }
  return { value, scale, decimals, count };
}

const WHOLE = /^(?:\s+of)?\s+(?:its|the|all|their|his|her|these|those|that|this)(?![\p{L}])/iu;
const AMOUNT_BEFORE =
  /(?:\b(?:a|about|around|roughly|nearly|almost|over|under|than|exactly|just|some|only|by|in|is|was|are|to|for)|^|[,;:(“"])\s*$/i;

/** "Half of its gaps", "two thirds", "a quarter of the gaps"; the quarter of a year is none. */
function shareAt(
  text: string,
  words: readonly Word[],
  at: number,
): { readonly share: number; readonly count: number } | null {
  const word = words[at];
  if (word === undefined) return null;
  const isTold = (last: Word): boolean =>
    WHOLE.test(text.slice(last.end)) || /^\s+of\s+(?!(?:fiscal|FY|19|20)\b|\d{4}\b)/iu.test(text.slice(last.end));
  if (/^hal(?:f|ves)$/.test(word.text)) {
    const isPart = word.text === 'half' && AMOUNT_BEFORE.test(text.slice(0, word.start)) && isTold(word);
    return isPart ? { share: 1 / 2, count: 1 } : null;
  }
  const [numerator, joint, of] = [SMALL.get(word.text), words[at + 1], words[at + 2]];
  const denominator = SMALL.get(of?.text ?? '');
  // "Two in five of its gaps"
  if (
    numerator !== undefined &&
    joint?.text === 'in' &&
    isJoined(joint) &&
    of !== undefined &&
    isJoined(of) &&
    denominator !== undefined &&
    numerator < denominator &&
    /^\s+(?:of\s|(?:\S+\s){0,2}gaps?\b)/iu.test(text.slice(of.end))
  )
    return { share: numerator / denominator, count: 3 };
  const [top, part] = [word.text === 'a' ? 1 : SMALL.get(word.text), words[at + 1]];
  const bottom = PARTS.get(part?.text ?? '');
  if (part === undefined || top === undefined || bottom === undefined || !isJoined(part) || top === 0) return null;
  const isPlural = part.text.endsWith('s');
  if (isPlural === (top === 1)) return null;
  const isHyphened = /[-‐‑]/.test(part.before);
  // "Three quarters of growth" are periods, and "a third of three" is the next one.
  const isFraction =
    isHyphened || (bottom === 4 && isPlural ? WHOLE.test(text.slice(part.end)) : isPlural || isTold(part));
  return isFraction ? { share: top / bottom, count: 2 } : null;
}

/** Whether "one" counts: with a unit or as a part of a larger number, and not in "one of them". */
const isOneCounted = (rest: string): boolean =>
  /^(?:\s?%|[\s-](?:percent|per cent|pct|dollars?|USD|basis|percentage|points?)(?![\p{L}]))/iu.test(rest);

/** The numbers that a text tells in words of English: cardinals, ordinals and shares of a whole. */
export function numberWords(text: string): readonly WordNumber[] {
  const words = wordsIn(text);
  const found: WordNumber[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const [word, joinedBy] = [words[at], words[at]?.before ?? ''];
    // "Mid-twenty" and "S-two" are names.
    if (word === undefined || (/\S[-‐‑]$/u.test(text.slice(0, word.start)) && joinedBy.length === 1)) continue;
    const share = shareAt(text, words, at);
    const read = share === null ? numberAt(words, at) : null;
    const count = share?.count ?? read?.count ?? 1;
    const end = words[at + count - 1]?.end ?? word.end;
    if (share !== null)
      found.push({ start: word.start, end, digits: share.share * 100, scale: 1, decimals: 0, kind: 'share' });
    else if (read !== null) {
      const isOne = count === 1 && word.text === 'one';
      if (!isOne || isOneCounted(text.slice(end)))
        found.push({
          start: word.start,
          end,
          digits: read.value / read.scale,
          scale: read.scale,
          decimals: read.decimals,
          kind: 'number',
        });
    } else if (ORDINALS.includes(word.text))
      found.push({
        start: word.start,
        end,
        digits: ORDINALS.indexOf(word.text) + 1,
        scale: 1,
        decimals: 0,
        kind: 'ordinal',
      });
    at += count - 1;
  }
  return found;
}
