import { useMemo, useState, type FormEvent } from 'react';
import { ApolloProvider } from '@apollo/client';
import { connect } from './connection.js';
import { Watchlist } from './watchlist.js';

/** Works on the machine of the one who tries the server out, and nowhere else. */
const DEMO_KEY = 'svc_demo_pro';
const TICKERS = 'AAPL, MSFT, NVDA, BRK-B, SPY';

interface Asked {
  readonly key: string;
  readonly tickers: readonly string[];
  readonly isLive: boolean;
}

function read(form: HTMLFormElement): Asked {
  const fields = new FormData(form);
  const tickers = String(fields.get('tickers')).split(/[\s,]+/).filter((ticker) => ticker !== '');
  return { key: String(fields.get('key')).trim(), tickers, isLive: fields.has('live') };
}

export function App({ api, isTrusted }: { readonly api: string; readonly isTrusted: boolean }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  // Another key is another customer: nothing of the first one's cache may be shown.
  const client = useMemo(() => connect({ api, key: asked?.key ?? '', isTrusted }), [api, asked?.key, isTrusted]);
  const load = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setAsked(read(event.currentTarget));
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
      <ApolloProvider client={client}>{asked === null ? <p className="card waiting">Enter a key and press Show.</p> : <Watchlist tickers={asked.tickers} isLive={asked.isLive} />}</ApolloProvider>
      <footer>One batch counts as one request of the month, whatever is read under it; live, each signal that is told is one more.</footer>
    </main>
  );
}
