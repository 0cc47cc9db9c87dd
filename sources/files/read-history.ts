import path from 'node:path';
import { adjustAsTraded, type AdjustedHistory } from './adjust.js';
import { isoDate } from '../../calendar/days.js';
import { readDailyFile, type DailyFile, type RawBar } from './daily-rows.js';
import type { RefusedRow } from './import-report.js';
import { inferSplits, type UnreadJump } from './infer-splits.js';
import { adjustByFactors } from './lean-adjust.js';
import { describeSpan, exists, leanPlaceOf, type LeanPlace } from './lean-layout.js';
import { glitchText, priceGlitches } from './price-glitches.js';

/** One ticker's history from a file, adjusted. */
export interface FileHistory extends AdjustedHistory {
  readonly refused: readonly RefusedRow[];
  readonly notes: readonly string[];
  /** Whether the file has splits and dividends at all; if not, the stored ones are kept. */
  readonly namesSplits: boolean;
  readonly namesDividends: boolean;
}

/** Reads and adjusts one file of daily bars from any vendor. Throws ImportError if it is unusable. */
export async function readHistory(file: string, now: Date): Promise<FileHistory> {
  const place = await leanPlaceOf(file);
  const daily = await readDailyFile(file, now);
  return place ? withGlitches(await readLean(file, daily, place, now)) : historyOf(daily);
}

/** Adjusts the sessions of one ticker, if they are as traded. */
export function historyOf(daily: DailyFile): FileHistory {
  return withGlitches(daily.columns.basis === 'as-traded' ? readAsTraded(daily) : readAdjusted(daily));
}

function withGlitches(history: FileHistory): FileHistory {
  return { ...history, notes: [...history.notes, ...glitchNotes(history)] };
}

/** Examples of one kind that a note lists. */
const MOST_LISTED = 5;

function listed(examples: readonly string[]): string {
  const more = examples.length - MOST_LISTED;
  return `${examples.slice(0, MOST_LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function glitchNotes({ bars }: AdjustedHistory): string[] {
  const found = priceGlitches(bars).map(glitchText);
  return found.length === 0 ? [] : [`Large moves that were soon undone, perhaps errors of the file: ${listed(found)}.`];
}

function readAdjusted({ bars, refused, notes, columns }: DailyFile): FileHistory {
  const hasAdjClose = columns.index.has('adjClose');
  return {
    bars: bars.map(({ bar }) => bar),
    splits: bars.filter(({ split }) => split !== 1).map(({ bar, split }) => ({ day: bar.day, ratio: split })),
    dividends: bars
      .filter(({ dividend }) => dividend > 0)
      .map(({ bar, dividend }) => ({ day: bar.day, amount: dividend })),
    refused,
    notes: hasAdjClose ? notes : [...notes, 'The file has no adjusted close; its prices are assumed to be adjusted.'],
    namesSplits: columns.index.has('pastSplit'),
    namesDividends: columns.index.has('dividend'),
  };
}

function readAsTraded({ bars, refused, notes, columns }: DailyFile): FileHistory {
  const namesSplits = columns.index.has('split');
  const inferred = namesSplits ? { bars, unread: [] } : inferSplits(bars);
  const history = adjustAsTraded(inferred.bars, columns.index.has('adjClose'));
  return {
    ...history,
    refused,
    notes: [
      ...notes,
      'Prices are as traded; they were split-adjusted.',
      ...(namesSplits ? [] : inferenceNotes(history, inferred.unread)),
    ],
    namesSplits: true,
    namesDividends: columns.index.has('dividend'),
  };
}

function inferenceNotes({ splits }: AdjustedHistory, unread: readonly UnreadJump[]): string[] {
  const asRatio = (ratio: number): string => `${Number(ratio.toPrecision(6))}:1`;
  const found = splits.map(({ day, ratio }) => `${asRatio(ratio)} on ${isoDate(day)}`).join(', ');
  const jumps = unread.map(({ day, ratio, reason }) => `${asRatio(ratio)} on ${isoDate(day)} (${reason})`);
  return [
    `The file has no split coefficients; splits inferred from its adjusted close: ${found || 'none'}.`,
    ...(jumps.length === 0
      ? []
      : [
          `Jumps of the adjusted close that were not read as splits; a spin-off or a special dividend makes them too: ${listed(jumps)}.`,
        ]),
  ];
}

async function readLean(file: string, own: DailyFile, place: LeanPlace, now: Date): Promise<FileHistory> {
  const joined = place.spans.length === 0 ? { bars: own.bars, notes: [] } : await joinSpans(file, own, place, now);
  const hasFactors = place.factors.length > 0;
  const history = adjustByFactors(joined.bars, place.factors);
  return {
    ...history,
    refused: own.refused,
    notes: [
      ...own.notes,
      ...joined.notes,
      hasFactors
        ? 'Prices are as traded; they were adjusted with the factor file.'
        : 'There is no factor file; prices are assumed to be adjusted.',
    ],
    namesSplits: hasFactors,
    namesDividends: hasFactors,
  };
}

interface Joined {
  readonly bars: readonly RawBar[];
  readonly notes: readonly string[];
}

/** A ticker's file may cover several companies; the map file tells which part of which file belongs to this one. */
async function joinSpans(file: string, own: DailyFile, place: LeanPlace, now: Date): Promise<Joined> {
  const bars: RawBar[] = [];
  const notes: string[] = [];
  let ownSessions = 0;
  for (const span of place.spans) {
    const isOwn = span.ticker === place.ticker;
    const source = isOwn ? file : path.join(path.dirname(file), `${span.ticker}.csv`);
    if (!isOwn && !(await exists(source))) {
      if (span.lastDay > span.firstDay) {
        notes.push(`The sessions of ${describeSpan(span)} are missing: there is no ${path.basename(source)}.`);
      }
      continue;
    }
    const daily = isOwn ? own : await readDailyFile(source, now);
    const inside = daily.bars.filter(({ bar }) => bar.day >= span.firstDay && bar.day <= span.lastDay);
    if (isOwn) ownSessions += inside.length;
    else
      notes.push(
        `${inside.length} sessions of ${describeSpan(span)} were taken from ${path.basename(source)} (map file).`,
      );
    bars.push(...inside);
  }
  const foreign = own.bars.length - ownSessions;
  if (foreign > 0) {
    notes.push(
      `${foreign} sessions in the file belong to another company with the same ticker (map file); they were skipped.`,
    );
  }
  return { bars, notes };
}
