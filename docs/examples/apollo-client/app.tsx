import { useMemo, useState, type FormEvent } from 'react';
import { ApolloProvider } from '@apollo/client/react';
import { connect } from './connection.js';
import { Watchlist } from './watchlist.js';

/** A demo key, valid only on the machine that runs the server. */
const DEMO_KEY = 'svc_demo_pro';
const TICKERS = 'AAPL, MSFT, NVDA, BRK-B, SPY';

interface WatchlistRequest {
  readonly key: string;
  readonly tickers: readonly string[];
  readonly isLive: boolean;
}

function read(form: HTMLFormElement): WatchlistRequest {
  const fields = new FormData(form);
  const textOf = (name: string): string => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
  const tickers = textOf('tickers').split(/[\s,]+/).filter((ticker) => ticker !== '');
  return { key: textOf('key').trim(), tickers, isLive: fields.has('live') };
}

export function App({ api, isTrusted }: { readonly api: string; readonly isTrusted: boolean }) {
  const [request, setRequest] = useState<WatchlistRequest | null>(null);
  // A different key is a different customer, who must not see cached data of the first.
  const client = useMemo(() => connect({ api, key: request?.key ?? '', isTrusted }), [api, request?.key, isTrusted]);
  const load = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setRequest(read(event.currentTarget));
  };
  return (
    <main>
      <h1>Watchlist</h1>
      <p className="lead">Quotes, signals and seasonal patterns of several securities in one GraphQL request.</p>
      <form onSubmit={load}>
        <label>Tickers<input name="tickers" defaultValue={TICKERS} spellCheck={false} required /></label>
        <label>API<input value={api} readOnly /></label>
        <label>Key<input name="key" defaultValue={DEMO_KEY} autoComplete="off" spellCheck={false} required /></label>
        <label className="switch"><input name="live" type="checkbox" />Live</label>
        <button type="submit">Show</button>
      </form>
      <ApolloProvider client={client}>
        {request === null
          ? <p className="card waiting">Enter a key and press Show.</p>
          : <Watchlist tickers={request.tickers} isLive={request.isLive} />}
      </ApolloProvider>
      <footer>A batch uses one request of the monthly quota; with Live, each signal update uses one more.</footer>
    </main>
  );
}
