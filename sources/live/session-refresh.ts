import { isoDate } from '../../calendar/days.js';
import type { Store } from '../../store/open-store.js';
import type { KindReads } from './kind-reads.js';
import type { KindName } from './kind-table.js';
import type { LiveReads } from './live-reads.js';
import { phaseAt, type Phase, type SessionPhase } from './session-phase.js';

/** Readings of one kind that are due ahead of requests, in the order in which they are made. */
export interface RefreshStep {
  readonly kind: 'daily' | KindName;
  /** Whether they are of names that are in a watchlist, an enabled agent or a paper portfolio. */
  readonly isWatched: boolean;
  readonly tickers: readonly string[];
}

export interface RefreshPlan extends SessionPhase {
  readonly steps: readonly RefreshStep[];
}

/** Tells how far a run is. */
export type OnProgress = (progress: { readonly read: number; readonly of: number; readonly step: RefreshStep }) => void;

/**
 * Reads what is due ahead of requests. What it has read is in the store, so that the next run goes on where one ended.
 */
export interface SessionRefresh {
  /** What is due now: watched and held names first. */
  plan(): Promise<RefreshPlan>;
  /** Reads what is due until all is read, `isStopping`, or `forMs` are over; returns how many readings it made. */
  run(isStopping: () => boolean, forMs: number, onProgress?: OnProgress): Promise<number>;
}

export interface SessionRefreshOptions {
  readonly live: Pick<LiveReads, 'dueOf' | 'refresh'> | null;
  readonly kinds: Pick<KindReads, 'dueOf' | 'refresh'> | null;
  readonly store: Pick<Store, 'watchlists' | 'agents' | 'paperPortfolios' | 'sourceReads'>;
  readonly clock: () => number;
  readonly log: { info(details: object, message: string): void };
}

/**
 * Kinds that are read once in each phase for names that are watched or held. Daily bars are read whenever they are due,
 * of all stored tickers. During the session the budgets belong to requests.
 */
const AHEAD: Readonly<Record<Phase, readonly KindName[]>> = {
  before_open: ['filings', 'ratings', 'outlook'],
  session: [],
  after_close: ['minutes', 'options', 'insiders', 'fundamentals', 'profile', 'closes'],
};
/**
 * Sectors of tickers that are new are read at any time; so few a run during the session, when the budgets belong to
 * requests.
 */
const MOST_SECTORS_IN_SESSION = 16;
/** Readings between two looks at the time. */
const PART = 16;

const sizeOf = (steps: readonly RefreshStep[]): number => steps.reduce((sum, { tickers }) => sum + tickers.length, 0);

export function createSessionRefresh(options: SessionRefreshOptions): SessionRefresh {
  const { live, kinds, store, clock, log } = options;

  const watchedTickers = async (): Promise<readonly string[]> => {
    const { watchlists, agents, paperPortfolios } = store;
    const all = await Promise.all([watchlists.symbols(), agents.symbols(), paperPortfolios.symbols()]);
    return [...new Set(all.flat())];
  };

  const plan = async (): Promise<RefreshPlan> => {
    const at = phaseAt(clock());
    const watched = await watchedTickers();
    const known = new Set(watched);
    const unwatched = (tickers: readonly string[]): readonly string[] => tickers.filter((ticker) => !known.has(ticker));
    const steps: RefreshStep[] = [];
    const add = (kind: RefreshStep['kind'], isWatched: boolean, tickers: readonly string[]): void => {
      if (tickers.length > 0) steps.push({ kind, isWatched, tickers });
    };
    if (live !== null) add('daily', true, await live.dueOf(watched));
    if (kinds !== null)
      for (const kind of AHEAD[at.phase]) add(kind, true, await kinds.dueOf(kind, watched, at.sinceMs));
    if (live !== null) {
      const held = await store.sourceReads.heldAndDue('daily', new Date(clock()));
      add('daily', false, await live.dueOf(unwatched(held)));
    }
    if (kinds !== null) {
      const unclassified = unwatched(await store.sourceReads.unclassified(new Date(clock())));
      const asked = at.phase === 'session' ? unclassified.slice(0, MOST_SECTORS_IN_SESSION) : unclassified;
      add('profile', false, await kinds.dueOf('profile', asked, at.sinceMs));
    }
    return { ...at, steps };
  };

  const readPart = async ({ kind }: RefreshStep, tickers: readonly string[]): Promise<void> =>
    kind === 'daily' ? live?.refresh(tickers) : kinds?.refresh(kind, tickers);

  const run = async (isStopping: () => boolean, forMs: number, onProgress?: OnProgress): Promise<number> => {
    const untilMs = clock() + forMs;
    const { phase, session, steps } = await plan();
    const of = sizeOf(steps);
    let read = 0;
    for (const step of steps) {
      for (let from = 0; from < step.tickers.length; from += PART) {
        if (isStopping() || clock() >= untilMs) break;
        const part = step.tickers.slice(from, from + PART);
        await readPart(step, part);
        read += part.length;
        onProgress?.({ read, of, step });
      }
    }
    if (of > 0)
      log.info({ phase, session: isoDate(session), read, left: of - read }, 'read what was due from live sources');
    return read;
  };

  return { plan, run };
}
