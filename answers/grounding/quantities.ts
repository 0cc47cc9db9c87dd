import { numberWords } from './number-words.js';

/** Unit as a text writes it; `points` also stands for points of a score. */
export type WrittenUnit =
  | 'usd'
  | 'other_currency'
  | 'percent'
  | 'percentage_points'
  | 'basis_points'
  | 'times'
  | 'of_100'
  | 'points'
  | 'ordinal';

/** How a text qualifies a number. */
export type Bound = 'about' | 'nearly' | 'just_over' | 'over' | 'under';

/** A number that a text tells. */
export interface Quantity {
  readonly start: number;
  readonly end: number;
  readonly raw: string;
  /** Without its sign, multiplied by its scale. */
  readonly value: number;
  /** Half of what the last digit stands for. */
  readonly halfUnit: number;
  readonly decimals: number;
  readonly isNegative: boolean;
  readonly hasSign: boolean;
  readonly unit: WrittenUnit | null;
  readonly hasScale: boolean;
  /** The words after it, in lower case: what it counts is among them. */
  readonly followers: readonly string[];
  readonly bound: Bound | null;
  /** `200-day`: a part of a name rather than an amount. */
  readonly isCompound: boolean;
}

interface Draft extends Omit<Quantity, 'value' | 'halfUnit'> {
  readonly digits: number;
  readonly scale: number;
}

const SCALES: Readonly<Record<string, number>> = {
  hundred: 100,
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  mln: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  bln: 1e9,
  billion: 1e9,
  t: 1e12,
  tn: 1e12,
  trn: 1e12,
  trillion: 1e12,
};
const NUMBER = /(?<![\p{L}\p{N}_]|[\p{L}\p{N}_][.,])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?!\d)/gu;
/** "1/2": a share, other than of 100. */
const FRACTION = /(?<![\p{L}\p{N}_.,/])(?:(\d{1,3}) )?(\d{1,3})\/(\d{1,3})(?![\p{L}\p{N}_/]|[.,]\d)/gu;
const SCALE = /^(?:[\s-]?(hundred|thousand|million|billion|trillion)|(k|m|mn|mln|b|bn|bln|t|tn|trn))(?![\p{L}\p{N}])/iu;
const UNITS: readonly (readonly [RegExp, WrittenUnit])[] = [
  [/^[\s-]?(?:percentage[\s-]points?|pp|ppts?|pts)(?![\p{L}])/iu, 'percentage_points'],
  [/^\s?(?:%|percent(?![\p{L}])|per cent(?![\p{L}])|pct(?![\p{L}]))(?:[\s-]points?)?/iu, 'percent'],
  [/^[\s-]?(?:bps?|basis[\s-]points?)(?![\p{L}])/iu, 'basis_points'],
  [/^(?:\s?x(?![\p{L}])|\s?×(?!\s?[\d(])|\stimes(?![\p{L}])|-?fold(?![\p{L}]))/iu, 'times'],
  [/^(?:\s?\/\s?100|\s(?:out )?of 100)(?!\d|[.,]\d)/, 'of_100'],
  [/^(?:\s(?:US )?dollars|\sUSD)(?![\p{L}])/iu, 'usd'],
  [/^\s(?:euros?|pounds?|yen|EUR|GBP|JPY)(?![\p{L}])/iu, 'other_currency'],
  [/^[\s-]points?(?![\p{L}])/iu, 'points'],
  [/^(?:st|nd|rd|th)(?![\p{L}])/iu, 'ordinal'],
];
const CURRENCY = /(?:(US\$|\$|USD ?)|(€|£|¥|EUR ?|GBP ?))$/;
const SIGN = /(^|[\s(:,;=/“"[]|\b(?:of|at|to|is|was|by)\s?)([+\-−–])\s?$/;
const BOUNDS: readonly (readonly [RegExp, Bound])[] = [
  [/(?:\bjust over|\ba little (?:over|above|more than)|\bslightly (?:over|above|more than))\s$/i, 'just_over'],
  [/(?:\bnearly|\balmost|\bjust (?:under|below|short of)|\bslightly (?:under|below)|\bclose to)\s$/i, 'nearly'],
  [/(?:\babout|\baround|\broughly|\bapproximately|\bsome|\bcirca|\bapprox\.?|[~≈])\s?$/i, 'about'],
  [/(?:\bmore than|\bover|\babove|\bat least|\bexceed(?:s|ing|ed)|\bupwards of)\s$/i, 'over'],
  [/(?:\bless than|\bfewer than|\bunder|\bbelow|\bat most|\bup to)\s$/i, 'under'],
];
/** What joins numbers that share a unit: "60 to 70%", "3.4 and 5.1%". */
const JOINED = /^\s?(?:[-–—]|to|and|or|,|, and)\s?$/;
const RANGED = /^\s?(?:[-–—]|to)\s?$/;

function unitOf(rest: string): { readonly unit: WrittenUnit | null; readonly length: number } {
  for (const [pattern, unit] of UNITS) {
    const found = pattern.exec(rest);
    if (found !== null) return { unit, length: found[0].length };
  }
  return { unit: null, length: 0 };
}

const followersOf = (rest: string): readonly string[] =>
  (/^[\s-]+((?:[\p{L}’'-]+\s?){1,3})/u.exec(rest)?.[1] ?? '')
    .toLowerCase()
    .split(/[\s]+/)
    .filter((word) => word !== '');

/** Reads what stands around digits at a place. */
function around(text: string, start: number, end: number): Omit<Draft, 'digits' | 'decimals' | 'raw'> {
  const before = text.slice(Math.max(0, start - 40), start);
  const outer = SIGN.exec(before);
  const currency = CURRENCY.exec(outer === null ? before : before.slice(0, outer.index + (outer[1] ?? '').length));
  const plain = CURRENCY.exec(before);
  const money = currency ?? plain;
  const head = money === null ? before : before.slice(0, money.index);
  const sign = outer ?? SIGN.exec(head);
  const lead = sign === null ? head : head.slice(0, sign.index + (sign[1] ?? '').length);
  const scale = SCALE.exec(text.slice(end));
  const scaled = end + (scale?.[0].length ?? 0);
  const written = unitOf(text.slice(scaled));
  const last = scaled + written.length;
  const bound = BOUNDS.find(([pattern]) => pattern.test(lead))?.[1] ?? null;
  return {
    start,
    end: last,
    scale: SCALES[(scale?.[1] ?? scale?.[2] ?? '').toLowerCase()] ?? 1,
    hasScale: scale !== null,
    isNegative: sign !== null && sign[2] !== '+',
    hasSign: sign !== null,
    unit: money !== null ? (money[1] === undefined ? 'other_currency' : 'usd') : written.unit,
    followers: followersOf(text.slice(last)),
    bound,
    isCompound: written.unit === null && money === null && /^-\p{L}/u.test(text.slice(scaled)),
  };
}

function drafts(text: string): Draft[] {
  const written = Array.from(text.matchAll(NUMBER), (match): Draft => {
    const [raw] = match;
    const decimals = raw.includes('.') ? raw.length - raw.indexOf('.') - 1 : 0;
    const parts = around(text, match.index, match.index + raw.length);
    return { ...parts, digits: Number(raw.replaceAll(',', '')), decimals, raw: text.slice(match.index, parts.end) };
  });
  const spelled = numberWords(text).map(({ start, end, digits, scale, decimals, kind }): Draft => {
    const parts = around(text, start, end);
    const unit = kind === 'ordinal' ? ('ordinal' as const) : kind === 'share' ? ('percent' as const) : parts.unit;
    return {
      ...parts,
      unit,
      digits,
      decimals,
      scale: scale * parts.scale,
      hasScale: parts.hasScale || scale > 1,
      raw: text.slice(start, parts.end),
    };
  });
  const shares = Array.from(text.matchAll(FRACTION)).flatMap((match): Draft[] => {
    const [raw, whole = '0', top, bottom] = match;
    if (Number(bottom) === 0 || Number(bottom) === 100) return [];
    const digits = Number(whole) + Number(top) / Number(bottom);
    const parts = around(text, match.index, match.index + raw.length);
    // "1/2 of its gaps" is a share; "3 1/2 percent" has a unit of its own.
    const own = parts.unit === null && whole === '0' ? { unit: 'percent' as const, digits: digits * 100 } : { digits };
    return [
      {
        ...parts,
        ...own,
        decimals: parts.unit === null && whole === '0' ? 0 : 2,
        raw: text.slice(match.index, parts.end),
      },
    ];
  });
  const within = ({ start }: Draft): boolean => shares.some((share) => start >= share.start && start < share.end);
  const all = [...written.filter((draft) => !within(draft)), ...shares, ...spelled].sort(
    (one, other) => one.start - other.start,
  );
  // The 100 of "71 of 100" is part of the unit.
  return all.filter(({ start }) => !all.some((other) => other.start < start && other.end > start));
}

/** Gives a number the unit and the scale of the one it is joined with. */
function shared(all: readonly Draft[], text: string): readonly Draft[] {
  const read = [...all];
  for (let at = read.length - 2; at >= 0; at -= 1) {
    const [one, next] = [read[at], read[at + 1]];
    if (one === undefined || next === undefined) continue;
    const between = text.slice(one.end, next.start).replace(/(?:US)?\$$/, '');
    if (!JOINED.test(between)) continue;
    // "Grew 8.0% to $280.7 billion" is no range.
    if (/to\s?$/.test(between) && one.unit !== null && next.unit !== null && one.unit !== next.unit) continue;
    const isRange =
      RANGED.test(between) || /between\s(?:US)?\$?$/i.test(text.slice(Math.max(0, one.start - 12), one.start));
    if (one.unit === 'ordinal' || next.unit === 'ordinal') continue;
    read[at] = { ...one, unit: one.unit ?? next.unit, scale: isRange && !one.hasScale ? next.scale : one.scale };
    if (isRange && one.unit === 'usd' && next.unit === null) read[at + 1] = { ...next, unit: 'usd' };
  }
  return read;
}

/** The numbers that a text tells, in its order. */
export function quantitiesIn(text: string): readonly Quantity[] {
  return shared(drafts(text), text).map(({ digits, scale, ...rest }) => ({
    ...rest,
    value: digits * scale,
    halfUnit: 0.5 * 10 ** -rest.decimals * scale,
  }));
}
