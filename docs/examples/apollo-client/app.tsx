import { useMemo, useState, type FormEvent } from 'react';
import { ApolloClient, ApolloProvider, HttpLink, InMemoryCache } from '@apollo/client';
import { Watchlist } from './watchlist.js';

/** Works on the machine of the one who tries the server out, and nowhere else. */
const DEMO_KEY = 'svc_demo_pro';
const TICKERS = 'AAPL, MSFT, NVDA, BRK-B, SPY';

/** Securities and companies are the same thing wherever they appear, so that a second operation updates the first one's rows. */
function createCache(): InMemoryCache {
  return new InMemoryCache({ typePolicies: { Security: { keyFields: ['symbol'] }, PrivateCompany: { keyFields: ['slug'] } } });
}

interface Asked {
  readonly key: string;
  readonly tickers: readonly string[];
}

function read(form: HTMLFormElement): Asked {
  const fields = new FormData(form);
  const tickers = String(fields.get('tickers')).split(/[\s,]+/).filter((ticker) => ticker !== '');
  return { key: String(fields.get('key')).trim(), tickers };
}

export function App({ api }: { readonly api: string }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  // Another key is another customer: nothing of the first one's cache may be shown.
  const client = useMemo(
    () => new ApolloClient({ link: new HttpLink({ uri: `${api}/graphql`, headers: { 'X-API-Key': asked?.key ?? '' } }), cache: createCache() }),
    [api, asked?.key],
  );
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
        <button type="submit">Show</button>
      </form>
      <ApolloProvider client={client}>{asked === null ? <p className="card waiting">Enter a key and press Show.</p> : <Watchlist tickers={asked.tickers} />}</ApolloProvider>
      <footer>One batch counts as one request of the month, whatever is read under it.</footer>
    </main>
  );
}
