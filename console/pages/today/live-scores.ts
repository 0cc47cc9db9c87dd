import { useEffect, useState } from 'preact/hooks';
import { retryMs } from '../../../client/stream.js';
import { currentClient } from '../../app/api.js';
import { SignalChangesDocument } from '../../generated/documents.js';
import type { TodayQuery } from '../../generated/types.js';
import type { LiveScores } from './board-rows.js';

type State = 'off' | 'on' | 'lost';

/** A stream follows so many tickers at most. */
const MOST = 100;
const NONE: LiveScores = new Map();

/** Follows the signals of the board while the page is open. */
export function useLiveScores(
  data: TodayQuery | null,
  isWanted: boolean,
): { readonly scores: LiveScores; readonly state: State } {
  const [scores, setScores] = useState(NONE);
  const [state, setState] = useState<State>('off');
  const known = isWanted ? (data?.screen?.nodes.slice(0, MOST) ?? []) : [];
  const key = known.map(({ ticker, signal }) => `${ticker}:${signal?.version ?? ''}`).join(' ');
  useEffect(() => {
    setScores(NONE);
    setState(known.length === 0 ? 'off' : 'on');
    if (known.length === 0) return undefined;
    const stop = new AbortController();
    const tickers = known.map(({ ticker }) => ticker);
    const since = known.flatMap(({ ticker, signal }) => (signal === null ? [] : [{ ticker, version: signal.version }]));
    const follow = async (): Promise<void> => {
      const events = currentClient().subscribe(
        SignalChangesDocument,
        { tickers, since },
        {
          signal: stop.signal,
          retryMs: (attempt, error) => {
            setState('lost');
            return retryMs(attempt, error);
          },
        },
      );
      for await (const { data: event } of events) {
        setState('on');
        const changed = event?.signalChanged ?? null;
        if (changed !== null) setScores((before) => new Map(before).set(changed.ticker, changed.signal));
      }
    };
    // The board stays as it was read: a stream that is refused takes nothing away.
    follow().catch(() => setState('off'));
    return () => stop.abort();
  }, [key]);
  return { scores, state };
}
