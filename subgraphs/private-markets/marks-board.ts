import type { RequestContext } from '../../access/request-context.js';
import { isoDate, utcDay } from '../../calendar/days.js';
import { BENCHMARK } from '../../engines/benchmark.js';
import type { Closes, Market } from '../../engines/private-marks/market-move.js';
import type { PrivateMark } from '../../engines/private-marks/private-mark.js';
import type { TapeEvent } from '../../engines/secondary-tape.js';
import { SIMULATED } from '../../sources/simulated/simulated-rows.js';
import type { IpoStatus } from '../../store/company-profile.js';
import type { MarkRecordStatus } from '../../store/mark-records.js';
import { EVIDENCE_TABLES, type PrivateEvidence, type ValuedCompany } from '../../store/private-evidence.js';
import { rowsByKey } from '../../store/rows-by-key.js';
import type { StoredSeries } from '../../store/series.js';
import { noteVersion, UNVERSIONED } from '../../store/table-versions.js';
import type { Services } from '../services.js';
import { endOf, statusKnownOn } from './company-status.js';
import { marksThread } from './marks-thread.js';
import type { BoardEntry, BoardTask } from './marks-worker.js';

/** A mark with its company. */
export interface MarkNode extends PrivateMark {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /**
   * Names of the data sources of the company and of the closes that it was moved with; marks with the same ones share
   * the list.
   */
  readonly sources: readonly string[];
  /**
   * The day, YYYY-MM-DD in UTC, on which a valuation or a secondary event of the company was last stored or changed.
   */
  readonly updatedOn: string;
  /** When it was recorded; undefined for one that is computed now. */
  readonly knownAt?: Date;
}

/** A company with a valuation or a secondary event. */
export interface BoardCompany {
  readonly slug: string;
  readonly name: string;
  /** Name of the company's data source. */
  readonly source: string;
  readonly mark: MarkNode | null;
  /** As it was known on the day. */
  readonly ipoStatus: IpoStatus | null;
  /** Newest first. */
  readonly events: readonly TapeEvent[];
}

/** What the stored facts say of all companies on a day. */
export interface MarksBoard {
  readonly companies: ReadonlyMap<string, BoardCompany>;
  /** The largest first. */
  readonly marks: readonly MarkNode[];
}

/** Whether a company has a mark and, if it has none, why. */
export function boardStatus({ ipoStatus, mark }: Pick<BoardCompany, 'ipoStatus' | 'mark'>): MarkRecordStatus {
  const end = endOf(ipoStatus);
  if (end !== null) return end;
  return mark === null ? 'no_valuation' : 'marked';
}

function statusOf({ ipoStatus, ipoStatusAsOf }: ValuedCompany, today: number): IpoStatus | null {
  return statusKnownOn(ipoStatus, ipoStatusAsOf, today);
}

function taskOf(evidence: PrivateEvidence, market: Market, today: number): BoardTask {
  const valuations = rowsByKey(evidence.valuations, ({ slug }) => slug);
  const events = rowsByKey(evidence.events, ({ slug }) => slug);
  const comparables = rowsByKey(evidence.comparables, ({ slug }) => slug);
  return {
    today,
    market,
    companies: evidence.companies.map((company) => ({
      hasEnded: endOf(statusOf(company, today)) !== null,
      valuations: (valuations.get(company.slug) ?? []).map(
        ({ postMoneyUsd, source: _source, recordedAt: _at, ...row }) => ({
          ...row,
          valuationUsd: postMoneyUsd,
        }),
      ),
      prints: events.get(company.slug) ?? [],
      comparables: (comparables.get(company.slug) ?? []).map(({ ticker }) => ticker),
    })),
  };
}

function closesOf({ bars: { days, adjClose } }: StoredSeries): Closes {
  return { days, adjClose };
}

function marketOf(histories: ReadonlyMap<string, StoredSeries>): Market {
  const benchmark = histories.get(BENCHMARK);
  return {
    closes: new Map([...histories].map(([ticker, history]) => [ticker, closesOf(history)])),
    benchmark: benchmark === undefined ? null : closesOf(benchmark),
  };
}

const largestFirst = (one: MarkNode, other: MarkNode): number =>
  other.valuationUsd - one.valuationUsd || (one.slug < other.slug ? -1 : 1);

/** Sources of a company and of its facts, and how new these are. */
interface KnownOf {
  /** Equal lists are one object. */
  readonly shared: (sources: readonly string[]) => readonly string[];
  readonly sourcesOf: (company: ValuedCompany) => readonly string[];
  /** The last day on which something of the company with this slug was stored or changed. */
  readonly updatedOn: (slug: string) => string;
}

function markNode(
  company: ValuedCompany,
  mark: PrivateMark,
  { shared, sourcesOf, updatedOn }: KnownOf,
  closes: readonly string[],
): MarkNode {
  const { slug, name } = company;
  const sources = shared([...sourcesOf(company), ...(mark.asOf > mark.newestFactOn ? closes : [])]);
  return { ...mark, id: `privateMark:${slug}`, slug, name, sources, updatedOn: updatedOn(slug) };
}

/** The last instant, in epoch milliseconds, at which something of each company was stored or changed. */
function lastRecorded(
  rows: readonly { readonly slug: string; readonly recordedAt: Date }[],
): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  for (const { slug, recordedAt } of rows) last.set(slug, Math.max(last.get(slug) ?? 0, recordedAt.getTime()));
  return last;
}

function boardOf(
  { companies, valuations, events: prints }: PrivateEvidence,
  entries: readonly BoardEntry[],
  closes: readonly string[],
  today: number,
): MarksBoard {
  const valuationsOf = rowsByKey(valuations, ({ slug }) => slug);
  const recorded = lastRecorded([...valuations, ...prints]);
  const updatedOn = (slug: string): string => isoDate(utcDay(recorded.get(slug) ?? 0));
  const sourcesOf: KnownOf['sourcesOf'] = ({ slug, source }) => [
    ...new Set([source, ...(valuationsOf.get(slug) ?? []).map((each) => each.source)]),
  ];
  const lists = new Map<string, readonly string[]>();
  const shared: KnownOf['shared'] = (sources) => {
    const key = JSON.stringify(sources);
    const list = lists.get(key) ?? sources;
    lists.set(key, list);
    return list;
  };
  const known = companies.flatMap((company, place): BoardCompany[] => {
    const { mark, events } = entries[place] ?? { mark: null, events: [] };
    const { slug, name, source } = company;
    const node = mark === null ? null : markNode(company, mark, { shared, sourcesOf, updatedOn }, closes);
    return [{ slug, name, source, ipoStatus: statusOf(company, today), mark: node, events }];
  });
  return {
    companies: new Map(known.map((company) => [company.slug, company])),
    marks: known.flatMap(({ mark }) => mark ?? []).sort(largestFirst),
  };
}

/**
 * A function that returns the board of the day for the data as this process knows it. It is computed once for each
 * version of the data, in a thread, and kept.
 */
function marksBoard(services: Services): (context: Pick<RequestContext, 'today' | 'versions'>) => Promise<MarksBoard> {
  const { store } = services;
  const compute = marksThread(services);
  let newest: { readonly key: string; readonly board: Promise<MarksBoard> } | undefined;

  const read = async (today: number): Promise<MarksBoard> => {
    const { bars, privateEvidence } = store.reading(new Map());
    const evidence = await privateEvidence.all();
    const tickers = new Set([BENCHMARK, ...evidence.comparables.map(({ ticker }) => ticker)]);
    // Invented closes say nothing of real companies.
    const histories = [...(await bars.load([...tickers]))].filter(([, { source }]) => source !== SIMULATED);
    const entries = await compute(taskOf(evidence, marketOf(new Map(histories)), today));
    return boardOf(evidence, entries, [...new Set(histories.map(([, { source }]) => source))], today);
  };

  return (context) => {
    const { today } = context;
    for (const table of EVIDENCE_TABLES) noteVersion(context.versions, table, store.versionOf(table) ?? UNVERSIONED);
    const versions = EVIDENCE_TABLES.map((table) => store.versionOf(table));
    if (versions.includes(undefined)) return read(today);
    const key = JSON.stringify([today, ...versions]);
    if (newest?.key === key) return newest.board;
    const started = { key, board: read(today) };
    newest = started;
    started.board.catch(() => {
      if (newest === started) newest = undefined;
    });
    return started.board;
  };
}

const boards = new WeakMap<Services, ReturnType<typeof marksBoard>>();

/** The board that marks, their record, tape and liquidity share. */
export function sharedBoard(services: Services): ReturnType<typeof marksBoard> {
  const known = boards.get(services) ?? marksBoard(services);
  boards.set(services, known);
  return known;
}
