import { useSubscription } from '@apollo/client/react';
import { SignalChangedDocument } from '@marketgraph/client/nodes';
import { problemsOf, type Problem } from './problem.js';

function notice({ requiredTier, message }: Problem): string {
  return requiredTier === null ? message : `Live signals need the ${requiredTier} tier.`;
}

/**
 * Each event is a security with an id, so the cache updates the rows itself; this shows whether the stream is active.
 */
export function LiveSignals({ tickers }: { readonly tickers: readonly string[] }) {
  const { error, loading } = useSubscription(SignalChangedDocument, { variables: { tickers }, errorPolicy: 'all' });
  // A ticker without data shows an error in its row; the others continue.
  const problem = problemsOf(error).find(({ code }) => code !== 'TICKER_NOT_FOUND');
  if (problem !== undefined) {
    return <p className="live" role="status" data-code={problem.code}>{notice(problem)}</p>;
  }
  return (
    <p className="live" role="status" data-code={loading ? 'WAITING' : 'OPEN'}>
      {loading ? 'Connecting…' : 'Live: signals update as they change.'}
    </p>
  );
}
