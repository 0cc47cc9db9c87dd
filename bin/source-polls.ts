import type { SourcePoll } from '../jobs/workers/sources/worker.js';
import { EDGAR } from '../sources/edgar/edgar.js';
import { followFilings } from '../sources/edgar/follow-filings.js';
import { FINNHUB, type Finnhub } from '../sources/finnhub/finnhub.js';
import { storePolled } from '../sources/live/store-polled.js';
import type { ConfiguredPoll } from '../store/source-polls.js';
import type { Runtime } from './runtime.js';

const MINUTE_MS = 60_000;

/** What is read from Finnhub for the whole market: what it gives, and how often it is read. */
const FINNHUB_POLLS: Readonly<
  Record<keyof Finnhub['market'], Pick<ConfiguredPoll, 'gives'> & { readonly everyMs: number }>
> = {
  ipo_calendar: { gives: 'ipo', everyMs: 6 * 60 * MINUTE_MS },
  news: { gives: 'news', everyMs: 15 * MINUTE_MS },
  mergers: { gives: 'news', everyMs: 15 * MINUTE_MS },
};
const NAMES = Object.keys(FINNHUB_POLLS) as (keyof Finnhub['market'])[];
const pollOf = (name: keyof Finnhub['market']): string => `${FINNHUB} ${name}`;
const FILINGS_EVERY_MS = 5 * MINUTE_MS;
const FORGOTTEN_EVERY_MS = 60 * MINUTE_MS;
/** Other polls wait no longer for one run, and the next one goes on. */
const REFRESH_FOR_MS = 45_000;

/** Records the configured polls for the whole market: responses tell which of them have never succeeded. */
export function configurePolls({ sources: { finnhub }, store }: Pick<Runtime, 'sources' | 'store'>): Promise<void> {
  const names = finnhub === null ? [] : NAMES;
  return store.sourcePolls.configure(
    names.map((name) => ({ poll: pollOf(name), source: FINNHUB, gives: FINNHUB_POLLS[name].gives })),
  );
}

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
    for (const name of NAMES) {
      const what = pollOf(name);
      const read = () => finnhub.market[name](new Date(clock()));
      const run = async (): Promise<void> => {
        await store.sourcePolls.note(what, await storePolled({ store, log }, what, read));
      };
      polls.push({ id: what, everyMs: FINNHUB_POLLS[name].everyMs, run });
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
