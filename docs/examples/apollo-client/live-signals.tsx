import { gql, type ApolloCache } from '@apollo/client';
import { useSubscription } from '@apollo/client/react';
import { SignalChangedDocument, type SignalChangedSubscription } from '@marketgraph/client/nodes';
import { problemsOf, type Problem } from './problem.js';

const SIGNAL = gql`
  fragment LiveSignal on Security {
    signal { signal compositeScore confidence }
  }
`;

/** The event is a signal; the table's rows are securities, which the cache identifies by symbol. */
function store(cache: ApolloCache, changed: SignalChangedSubscription['signalChanged'] | undefined): void {
  if (changed == null) return;
  const { security: { symbol }, signal, compositeScore, confidence } = changed;
  const security = { __typename: 'Security', symbol };
  const id = cache.identify(security);
  cache.writeFragment({ ...(id === undefined ? {} : { id }), fragment: SIGNAL, data: { ...security, signal: { __typename: 'Signal', signal, compositeScore, confidence } } });
}

function notice({ requiredTier, message }: Problem): string {
  return requiredTier === null ? message : `Live signals need the ${requiredTier} tier.`;
}

/** Updates the signals of the table while it is shown, and shows whether the stream is active. */
export function LiveSignals({ tickers }: { readonly tickers: readonly string[] }) {
  const { error, loading } = useSubscription(SignalChangedDocument, {
    variables: { tickers },
    errorPolicy: 'all',
    onData: ({ client: { cache }, data: { data } }) => store(cache, data?.signalChanged),
  });
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
