import type { SourcePoll } from '../jobs/workers/sources/worker.js';
import { EDGAR } from '../sources/edgar/edgar.js';
import { followFilings } from '../sources/edgar/follow-filings.js';
import { FINNHUB, type Finnhub } from '../sources/finnhub/finnhub.js';
import { storePolled } from '../sources/live/store-polled.js';
import type { Runtime } from './runtime.js';

const MINUTE_MS = 60_000;

/** How often what Finnhub has of no ticker is read. */
const FINNHUB_POLLS: Readonly<Record<keyof Finnhub['market'], number>> = {
  ipo_calendar: 6 * 60 * MINUTE_MS,
  news: 15 * MINUTE_MS,
  mergers: 15 * MINUTE_MS,
};
const FILINGS_EVERY_MS = 5 * MINUTE_MS;
const FORGOTTEN_EVERY_MS = 60 * MINUTE_MS;
/** Other polls wait no longer for one run, and the next one goes on. */
const REFRESH_FOR_MS = 45_000;

/** What is read regularly from the configured live sources. */
export function sourcePolls({
  sources: { edgar, finnhub, kinds, live, refresh },
  store,
  clock,
  log,
}: Runtime): readonly SourcePoll[] {
  const polls: SourcePoll[] = [];
  if (edgar !== null && kinds !== null) {
    const holders = [store.watchlists, store.agents].map((of) => (tickers: readonly string[]) => of.holdersOf(tickers));
    const run = followFilings({ edgar, store, kinds, holders, clock, log });
    polls.push({ id: `${EDGAR} latest filings`, everyMs: FILINGS_EVERY_MS, run });
  }
  if (finnhub !== null) {
    for (const [name, everyMs] of Object.entries(FINNHUB_POLLS) as [keyof Finnhub['market'], number][]) {
      const what = `${FINNHUB} ${name}`;
      const read = () => finnhub.market[name](new Date(clock()));
      const run = async (): Promise<void> => {
        await storePolled({ store, log }, what, read);
      };
      polls.push({ id: what, everyMs, run });
    }
  }
  if (refresh !== null) {
    const run = async (isStopping: () => boolean): Promise<void> => {
      await refresh.run(isStopping, REFRESH_FOR_MS);
    };
    polls.push({ id: 'refresh by session', everyMs: MINUTE_MS, run });
  }
  if (live !== null || kinds !== null) {
    // Whoever invents tickers leaves a row for each.
    const run = (): Promise<void> => store.sourceReads.removeForgotten(new Date(clock()));
    polls.push({ id: 'unknown tickers', everyMs: FORGOTTEN_EVERY_MS, run });
  }
  return polls;
}
