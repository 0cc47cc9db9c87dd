import { graphql } from 'relay-runtime';

/** What a front end of Relay's writes; relay-compiler reads it, and only what it makes of it runs. */
export const security = graphql`
  fragment watch_security on Security @argumentDefinitions(bars: { type: "Int", defaultValue: 1 }) {
    name
    bars(last: $bars) { date close }
  }
`;

export const page = graphql`
  fragment watch_page on Query
  @argumentDefinitions(first: { type: "Int", defaultValue: 3 }, after: { type: "String" }, kind: { type: "SecurityKind" })
  @refetchable(queryName: "watchPageQuery") {
    allSecurities(first: $first, after: $after, kind: $kind) @connection(key: "watch_allSecurities", filters: ["kind"]) {
      totalCount
      edges { node { symbol ...watch_security @arguments(bars: 2) } }
      pageInfo { endCursor hasNextPage }
    }
  }
`;

export const firstPage = graphql`query watchFirstPageQuery($kind: SecurityKind) { ...watch_page @arguments(kind: $kind) }`;

export const viewer = graphql`
  fragment watch_viewer on Viewer @refetchable(queryName: "watchViewerQuery") {
    watchlists { id name entries { symbol addedAt security { symbol name } } }
  }
`;

export const lists = graphql`query watchListsQuery { viewer { tier ...watch_viewer } }`;

export const one = graphql`query watchOneQuery($id: ID!) { viewer { watchlist(id: $id) { name entries { symbol } } } }`;

export const create = graphql`
  mutation watchCreateMutation($name: String!, $tickers: [Ticker!]!) {
    createWatchlist(name: $name, tickers: $tickers) { watchlist { id name entries { symbol addedAt } } }
  }
`;

export const rename = graphql`mutation watchRenameMutation($id: ID!, $name: String!) { renameWatchlist(id: $id, name: $name) { name } }`;

export const remove = graphql`mutation watchRemoveMutation($id: ID!) { deleteWatchlist(id: $id) { id } }`;

export const signal = graphql`query watchSignalQuery($symbol: Ticker!) { security(symbol: $symbol) { symbol signal { ticker signal compositeScore } } }`;

export const several = graphql`query watchSeveralQuery($symbols: [Ticker!]!) { securities(symbols: $symbols) { symbol name } }`;

export const caught = graphql`query watchCaughtQuery($symbol: Ticker!) { security(symbol: $symbol) @catch { symbol } }`;

export const live = graphql`subscription watchLiveSubscription($tickers: [Ticker!]!) { signalChanged(tickers: $tickers) { ticker signal compositeScore } }`;
