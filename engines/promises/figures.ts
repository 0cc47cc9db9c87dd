/** What a figure counts. */
export type FigureUnit = 'percent' | 'basis_points' | 'usd' | 'count';

/** A number or a range of a sentence. */
export interface Figure {
  readonly low: number;
  readonly high: number;
  readonly unit: FigureUnit;
  /** Where it starts in the sentence. */
  readonly at: number;
}

/** Ranges of percent that words stand for. */
const WORDED: Readonly<Record<string, readonly [number, number]>> = {
  'low single': [1, 3],
  'mid single': [4, 6],
  'high single': [7, 9],
  'upper single': [7, 9],
  'low double': [10, 13],
  'mid double': [14, 16],
  double: [10, 19],
  'low teens': [11, 13],
  'mid teens': [14, 16],
  'high teens': [17, 19],
};
const GRADES = '(?:low|mid|high|upper)';
const WORDED_RANGE = new RegExp(
  `\\b(${GRADES})(?:(?: to |-to-)(${GRADES}))?[ -](single|double|teens)\\b|\\b(double)[ -]digits?\\b`,
  'gi',
);
const FLAT = /\b(?:flat|flattish|breakeven)\b|\bcomparable (?:to|with) (?:the )?(?:prior|last|fiscal)\b/i;

const NUMBER = /(minus |negative |[-−–])?(\$)?(\d[\d,]*(?:\.\d+)?)/gi;
const UNIT = /^ ?(%|percent\b|percentage points?\b|basis points?\b|bps\b|million\b|billion\b|cents\b|x\b)/i;
const SCALES: Readonly<Record<string, { readonly unit: FigureUnit; readonly scale: number }>> = {
  '%': { unit: 'percent', scale: 1 },
  million: { unit: 'usd', scale: 1e6 },
  billion: { unit: 'usd', scale: 1e9 },
  cents: { unit: 'usd', scale: 0.01 },
};
const JOINT =
  /^ ?(?:\[[a-z]+\] ?)?(?:million|billion|%|percent)? ?(?:to|and|-|–) ?(?:about |approximately |plus |between )?$/i;
/** What turns a growth into a decline, right before its number. */
const DOWN =
  /\b(?:down|declines?|declined|decreased?|lower|decrease in the|contract\w*)(?: (?:of|by|to|in|the|range|roughly|about|approximately|around|low|between))*[ -]*$/i;
const NAMED_YEAR = /^(?:19|20)\d\d$/;
/** Numbers that count no result: of quarters, slides, forms, fiscal years and days. */
const NAMES_BEFORE =
  /(?:\b(?:slide|page|q|form|fy|fiscal|phase|covid|item|january|february|march|april|may|june|july|august|september|october|november|december)[ -]*|['’])$/i;
/** Parts of names and ordinals after a number. */
const NAMES_AFTER = /^(?:st|nd|rd|th|k\b|d\b|-?week|-?year|-?day|-?month|:|[a-z]{2})/i;

interface RawNumber {
  readonly value: number;
  readonly unit: { readonly unit: FigureUnit; readonly scale: number } | null;
  readonly isMoney: boolean;
  readonly isNegative: boolean;
  readonly at: number;
  readonly end: number;
}

function unitAfter(rest: string): { readonly unit: FigureUnit; readonly scale: number } | null {
  const word = UNIT.exec(rest)?.[1]?.toLowerCase();
  if (word === undefined) return null;
  if (word === '%' || word.startsWith('percent')) return { unit: 'percent', scale: 1 };
  if (word.startsWith('basis') || word === 'bps') return { unit: 'basis_points', scale: 1 };
  return SCALES[word] ?? { unit: 'count', scale: 1 };
}

function numbersOf(sentence: string): readonly RawNumber[] {
  const numbers: RawNumber[] = [];
  for (const match of sentence.matchAll(NUMBER)) {
    const [whole, sign = '', dollar, digits = ''] = match;
    const end = match.index + whole.length;
    const before = sentence.slice(Math.max(0, match.index - 24), match.index + (sign === '' ? 0 : sign.length));
    const rest = sentence.slice(end, end + 24);
    const unit = unitAfter(rest);
    const isMoney = dollar !== undefined;
    const isName = NAMED_YEAR.test(digits) || NAMES_BEFORE.test(before) || NAMES_AFTER.test(rest);
    if (unit === null && !isMoney && isName) continue;
    const value = Number(digits.replaceAll(',', ''));
    const isDash = /[-−–]/.test(sign);
    const isNegative = sign !== '' && (!isDash || /(?:^|[\s(])$/.test(sentence.slice(0, match.index)));
    if (Number.isFinite(value)) numbers.push({ value, unit, isMoney, isNegative, at: match.index, end });
  }
  return numbers;
}

function signed(number: RawNumber, isDecline: boolean): number {
  return number.isNegative || isDecline ? -number.value : number.value;
}

function figureOf(first: RawNumber, second: RawNumber | undefined, sentence: string): Figure | null {
  const unit = first.unit ?? second?.unit ?? null;
  const isMoney = first.isMoney || second?.isMoney === true;
  if (unit === null && !isMoney) return null;
  const kind = isMoney && unit?.unit === 'count' ? 'usd' : (unit?.unit ?? 'usd');
  const isDecline =
    (kind === 'percent' || kind === 'basis_points') && DOWN.test(sentence.slice(Math.max(0, first.at - 48), first.at));
  const scaleOf = (number: RawNumber): number => number.unit?.scale ?? unit?.scale ?? 1;
  const one = signed(first, isDecline) * scaleOf(first);
  const other = second === undefined ? one : signed(second, isDecline) * scaleOf(second);
  return { low: Math.min(one, other), high: Math.max(one, other), unit: kind, at: first.at };
}

/** Whether two numbers are the ends of a range, unlike "by 17% to $0.84". */
function isRange(first: RawNumber, next: RawNumber, between: string): boolean {
  return JOINT.test(between) && (first.isMoney || !next.isMoney);
}

function digitFigures(sentence: string): readonly Figure[] {
  const numbers = numbersOf(sentence);
  const figures: Figure[] = [];
  for (let i = 0; i < numbers.length; i += 1) {
    const first = numbers[i];
    if (first === undefined) continue;
    const next = numbers[i + 1];
    const second = next !== undefined && isRange(first, next, sentence.slice(first.end, next.at)) ? next : undefined;
    if (second !== undefined) i += 1;
    const figure = figureOf(first, second, sentence);
    if (figure !== null) figures.push(figure);
  }
  return figures;
}

function wordedFigures(sentence: string): readonly Figure[] {
  return [...sentence.matchAll(WORDED_RANGE)].flatMap((match): Figure[] => {
    const [, low = '', high, kind = '', double] = match;
    const from = WORDED[double === undefined ? `${low} ${kind}`.toLowerCase() : 'double'];
    const to = high === undefined ? from : WORDED[`${high} ${kind}`.toLowerCase()];
    if (from === undefined || to === undefined) return [];
    const isDecline = DOWN.test(sentence.slice(Math.max(0, match.index - 48), match.index));
    const ends = [from[0], to[1]].map((end) => (isDecline ? -end : end));
    return [{ low: Math.min(...ends), high: Math.max(...ends), unit: 'percent', at: match.index }];
  });
}

/**
 * The figures of a sentence in order: numbers and ranges with a unit, and those in words such as "mid-single digits".
 * A decline is negative. Years, dates and numbers in names are none.
 */
export function figuresOf(sentence: string): readonly Figure[] {
  const figures = [...digitFigures(sentence), ...wordedFigures(sentence)];
  const flat = FLAT.exec(sentence);
  if (figures.length === 0 && flat !== null) figures.push({ low: 0, high: 0, unit: 'percent', at: flat.index });
  return figures.sort((one, other) => one.at - other.at);
}
