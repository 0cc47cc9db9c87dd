import { newYorkTime, newYorkUtcMs } from '../../calendar/new-york-time.js';
import { isSession, nextSession } from '../../calendar/nyse.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** One kind of data that requests read through: which reads of the store need it, and how long it stays current. */
interface KindRow {
  readonly what: string;
  /** Repositories and their methods whose first argument is the list of tickers, or of queries with a ticker each. */
  readonly reads: Readonly<Record<string, readonly string[]>>;
  /** On days of a session, between 6:00 and 22:00 in New York, when the SEC takes filings and markets trade. */
  readonly dayMs: number;
  readonly nightMs: number;
}

/** The kinds of data besides daily bars, in the order of their names. */
const KIND_TABLE = {
  closes: {
    what: 'closes of another source than the one that is served, to be compared',
    reads: {},
    dayMs: 12 * HOUR_MS,
    nightMs: 12 * HOUR_MS,
  },
  filings: {
    what: 'filings of the company, and the filers of tickers',
    reads: { companyFilings: ['byTickers', 'noteUse'], filers: ['classesOf', 'noteUse'] },
    dayMs: 30 * MINUTE_MS,
    nightMs: 6 * HOUR_MS,
  },
  fundamentals: {
    what: 'fiscal quarters, financial statements and shares outstanding',
    reads: {
      earnings: ['byTickers', 'noteUse'],
      financialStatements: ['byTickers'],
      sharesOutstanding: ['byTickers'],
    },
    dayMs: 6 * HOUR_MS,
    nightMs: 12 * HOUR_MS,
  },
  insiders: {
    what: "insiders' transactions",
    reads: { insiderFilings: ['byTickers', 'noteUse'], insiderTransactions: ['byTickers'] },
    dayMs: HOUR_MS,
    nightMs: 6 * HOUR_MS,
  },
  minutes: {
    what: 'minute bars of the last five sessions, before the open and after the close too',
    reads: { bars: ['loadMinutes'] },
    dayMs: MINUTE_MS,
    nightMs: 12 * HOUR_MS,
  },
  news: {
    what: 'news articles that a search for the ticker finds',
    reads: { news: ['pages'] },
    dayMs: HOUR_MS,
    nightMs: 6 * HOUR_MS,
  },
  options: {
    what: 'option chains of the next six expiries',
    reads: { optionQuotes: ['chains'], optionReadings: ['recent', 'noteUse'] },
    dayMs: 15 * MINUTE_MS,
    nightMs: 12 * HOUR_MS,
  },
  outlook: {
    what: "dates of the next report and dividend, and the street's estimates",
    reads: { streetOutlooks: ['byTickers'] },
    dayMs: 6 * HOUR_MS,
    nightMs: 12 * HOUR_MS,
  },
  profile: {
    what: 'market value of the company, its sector and its industry',
    reads: { marketValues: ['newest'] },
    dayMs: HOUR_MS,
    nightMs: 12 * HOUR_MS,
  },
  ratings: {
    what: "analysts' rating actions",
    reads: { ratingActions: ['byTickers', 'noteUse'] },
    dayMs: HOUR_MS,
    nightMs: 12 * HOUR_MS,
  },
} as const satisfies Readonly<Record<string, KindRow>>;

export type KindName = keyof typeof KIND_TABLE;
export const KIND_NAMES = Object.keys(KIND_TABLE) as KindName[];

const BUSY_MINUTES = { from: 6 * 60, to: 22 * 60 } as const;

/**
 * When a kind that was read at an instant is to be read again; what was read at night, when the day begins at the
 * latest.
 */
export function kindDueMs(kind: KindName, nowMs: number): number {
  const { day, minute } = newYorkTime(nowMs);
  const { dayMs, nightMs } = KIND_TABLE[kind];
  const isOn = isSession(day);
  if (isOn && minute >= BUSY_MINUTES.from && minute < BUSY_MINUTES.to) return nowMs + dayMs;
  const next = isOn && minute < BUSY_MINUTES.from ? day : nextSession(day);
  return Math.min(nowMs + nightMs, newYorkUtcMs(next, BUSY_MINUTES.from));
}

/** Every read of the store that needs a kind. */
export const READS_OF_KINDS: readonly {
  readonly kind: KindName;
  readonly repository: string;
  readonly method: string;
}[] = KIND_NAMES.flatMap((kind) =>
  Object.entries<readonly string[]>(KIND_TABLE[kind].reads).flatMap(([repository, methods]) =>
    methods.map((method) => ({ kind, repository, method })),
  ),
);

/** The kinds that requests read through: not what is compared beside what they read. */
export const KINDS_OF_READS: readonly KindName[] = KIND_NAMES.filter((kind) =>
  READS_OF_KINDS.some((read) => read.kind === kind),
);

const KIND_OF_READ: ReadonlyMap<string, KindName> = new Map(
  READS_OF_KINDS.map(({ kind, repository, method }) => [`${repository}.${method}`, kind]),
);

/** The kind that a read of the store needs; undefined for other reads. */
export function kindOfRead(repository: string, method: string): KindName | undefined {
  return KIND_OF_READ.get(`${repository}.${method}`);
}

/** Whether any read of the repository needs a kind. */
export function hasKindReads(repository: string): boolean {
  return KIND_NAMES.some((kind) => Object.hasOwn(KIND_TABLE[kind].reads, repository));
}
