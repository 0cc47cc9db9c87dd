import { StoreError } from './errors.js';
import { isIncreasing, packBlock, unpackBlocks, yearsIn, type BlockKind } from './packed-blocks.js';

/** Factors of the composite, in the order of flags and columns. */
const FACTORS = ['technical', 'momentum', 'fundamentals', 'microstructure', 'optionsFlow'] as const;

export type FactorName = (typeof FACTORS)[number];

/**
 * Daily composites of one security as they were recorded, oldest first, as parallel arrays of equal length. Days since
 * 1970-01-01; scores 0 to 100, NaN for a day without any factor; `knownAt` in epoch milliseconds.
 */
export interface CompositeSeries {
  readonly days: Int32Array;
  readonly score: Float64Array;
  /** NaN if a factor was omitted for lack of data. */
  readonly factors: Readonly<Record<FactorName, Float64Array>>;
  readonly knownAt: Float64Array;
}

/** One calendar year of a record. */
export interface PackedCompositeYear {
  readonly year: number;
  readonly days: number;
  readonly packed: Buffer;
}

const SCORE = 0;
const KNOWN_AT = 1;
const FIRST_FACTOR = 2;

/* Columns are score, knownAt and the five factors; a factor without scores in a block is omitted, and its flag is 0. */
const COMPOSITES: BlockKind = {
  code: 3,
  columnCount: FIRST_FACTOR + FACTORS.length,
  held: (flags) => [
    SCORE,
    KNOWN_AT,
    ...FACTORS.flatMap((_, factor) => ((flags >> factor) & 1 ? [FIRST_FACTOR + factor] : [])),
  ],
};

/** A record as one block per calendar year. */
export function packCompositeYears(series: CompositeSeries): PackedCompositeYear[] {
  return Array.from(yearsIn(series.days), ({ year, from, to }) => {
    const factors = FACTORS.map((name) => series.factors[name].subarray(from, to));
    const isHeld = factors.map((column) => column.some((score) => !Number.isNaN(score)));
    const flags = isHeld.reduce((sum, held, factor) => sum + (held ? 1 << factor : 0), 0);
    const columns = [
      series.score.subarray(from, to),
      series.knownAt.subarray(from, to),
      ...factors.filter((_, factor) => isHeld[factor]),
    ];
    return {
      year,
      days: to - from,
      packed: packBlock(COMPOSITES.code, flags, series.days.subarray(from, to), columns),
    };
  });
}

/** Reads consecutive year blocks, oldest first, on shared memory. Throws StoreError `composites_corrupt`. */
export function unpackCompositeYears(symbol: string, packed: Buffer): CompositeSeries {
  const corrupt = (why: string): StoreError =>
    new StoreError('composites_corrupt', `The recorded composites of ${symbol} are damaged: ${why}.`);
  const { index: days, columns } = unpackBlocks(COMPOSITES, packed, corrupt);
  if (!isIncreasing(days)) throw corrupt('their days are out of order');
  const [score, knownAt, technical, momentum, fundamentals, microstructure, optionsFlow] = columns;
  if (!score || !knownAt || !technical || !momentum || !fundamentals || !microstructure || !optionsFlow)
    throw corrupt('a column is missing');
  return { days, score, knownAt, factors: { technical, momentum, fundamentals, microstructure, optionsFlow } };
}

/** Merges both records by day; `recorded` takes precedence. */
export function mergeComposites(recorded: CompositeSeries, fresh: CompositeSeries): CompositeSeries {
  const places = mergedPlaces(recorded.days, fresh.days);
  const merged = <Column extends Int32Array | Float64Array>(into: Column, old: Column, added: Column): Column => {
    for (let i = 0; i < places.length; i += 1) {
      const place = places[i] ?? 0;
      into[i] = (place >= 0 ? old[place] : added[~place]) ?? Number.NaN;
    }
    return into;
  };
  const column = (of: (series: CompositeSeries) => Float64Array): Float64Array =>
    merged(new Float64Array(places.length), of(recorded), of(fresh));
  const factor = (name: FactorName): Float64Array => column(({ factors }) => factors[name]);
  return {
    days: merged(new Int32Array(places.length), recorded.days, fresh.days),
    score: column(({ score }) => score),
    knownAt: column(({ knownAt }) => knownAt),
    factors: {
      technical: factor('technical'),
      momentum: factor('momentum'),
      fundamentals: factor('fundamentals'),
      microstructure: factor('microstructure'),
      optionsFlow: factor('optionsFlow'),
    },
  };
}

/** The origin of each merged day: its index in `recorded`, or the complement of its index in `fresh`. */
function mergedPlaces(recorded: Int32Array, fresh: Int32Array): Int32Array {
  const places = new Int32Array(recorded.length + fresh.length);
  let count = 0;
  for (let old = 0, added = 0; old < recorded.length || added < fresh.length; count += 1) {
    const [oldDay, addedDay] = [recorded[old] ?? Infinity, fresh[added] ?? Infinity];
    places[count] = oldDay <= addedDay ? old : ~added;
    if (oldDay <= addedDay) old += 1;
    if (addedDay <= oldDay) added += 1;
  }
  return places.subarray(0, count);
}
