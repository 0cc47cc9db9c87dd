import type { MarketgraphError } from '../../../client/error.js';
import { Empty, Refusal } from '../../parts/states.js';

/** In place of a tab of a security that was not answered: why, or that nothing is stored of it. */
export function Unknown({
  ticker,
  error,
  again,
}: {
  readonly ticker: string;
  readonly error: MarketgraphError | undefined;
  readonly again: () => void;
}) {
  return (
    <>
      <h1 class="sr-only">{ticker.toUpperCase()}</h1>
      {error === undefined ? <Empty>No data are stored for {ticker}.</Empty> : <Refusal error={error} again={again} />}
    </>
  );
}
