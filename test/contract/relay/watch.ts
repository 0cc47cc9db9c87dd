import { graphql } from 'relay-runtime';

/** What a front end of Relay's writes; relay-compiler reads it, and only what it makes of it runs. */
export const security = graphql`
  fragment watch_security on Security
  @argumentDefinitions(bars: { type: "Int", defaultValue: 1 })
  @refetchable(queryName: "watchSecurityRefetchQuery") {
    name
    bars(last: $bars) { date close }
  }
`;

export const page = graphql`
  fragment watch_page on Query
  @argumentDefinitions(first: { type: "Int", defaultValue: 3 }, after: { type: "String" }, filter: { type: "SecurityFilter" })
  @refetchable(queryName: "watchPageQuery") {
    securities(first: $first, after: $after, filter: $filter) @connection(key: "watch_securities", filters: ["filter"]) {
      totalCount
      edges { node { ticker ...watch_security @arguments(bars: 2) } }
      pageInfo { endCursor hasNextPage }
    }
  }
`;

export const firstPage = graphql`query watchFirstPageQuery($filter: SecurityFilter) { ...watch_page @arguments(filter: $filter) }`;

export const viewer = graphql`
  fragment watch_viewer on Viewer @refetchable(queryName: "watchViewerQuery") {
    watchlists { nodes { id name entries { nodes { ticker addedAt security { ticker name } } } } }
  }
`;

export const lists = graphql`query watchListsQuery { viewer { tier ...watch_viewer } }`;

export const one = graphql`query watchOneQuery($id: ID!) { viewer { watchlist(id: $id) { name entries { nodes { ticker } } } } }`;

export const create = graphql`
  mutation watchCreateMutation($input: CreateWatchlistInput!) {
    createWatchlist(input: $input) { watchlist { id name entries { nodes { ticker addedAt } } } }
  }
`;

export const rename = graphql`mutation watchRenameMutation($input: UpdateWatchlistInput!) { updateWatchlist(input: $input) { watchlist { name } } }`;

export const remove = graphql`mutation watchRemoveMutation($input: DeleteWatchlistInput!) { deleteWatchlist(input: $input) { deletedWatchlistId @deleteRecord } }`;

export const signal = graphql`query watchSignalQuery($ticker: Ticker!) { security(ticker: $ticker) { ticker signal { label compositeScore } } }`;

export const named = graphql`query watchNamedQuery($ticker: Ticker!) { security(ticker: $ticker) { ticker ...watch_security @arguments(bars: 2) } }`;

export const several = graphql`query watchSeveralQuery($tickers: [Ticker!]!) { securitiesByTicker(tickers: $tickers) { ticker name } }`;

export const caught = graphql`query watchCaughtQuery($ticker: Ticker!) { security(ticker: $ticker) @catch { ticker } }`;

export const live = graphql`subscription watchLiveSubscription($tickers: [Ticker!]!) { signalChanged(tickers: $tickers) { ticker signal { label compositeScore } } }`;
