import type { MarketgraphError } from '../../client/error.js';
import { useAccount, type Account } from '../app/account.js';
import { day, oneDecimal, percent, words } from '../app/format.js';
import { keepInFragment, place } from '../app/router.js';
import { useStore } from '../app/store.js';
import { errorAt, useQuery } from '../app/use-query.js';
import { PortfolioPageDocument } from '../generated/documents.js';
import type { OverlayPanelFragment } from '../generated/types.js';
import { Gate } from '../parts/gate.js';
import { Panel } from '../parts/panel.js';
import { Empty, Loading, Refusal } from '../parts/states.js';
import { Table } from '../parts/table.js';
import { Label, Score, TickerLink } from '../parts/values.js';
import {
  holdingsInLink,
  parseHoldings,
  sumOfPercents,
  textOfLink,
  wholeInputs,
  type HoldingInput,
  type Pasted,
} from './portfolio/holdings.js';
import { HoldingsForm, pastedText } from './portfolio/holdings-form.js';
import { RollUpView } from './portfolio/roll-up.js';

type Overlay = NonNullable<OverlayPanelFragment['portfolioOverlay']>;

const VERDICTS: Readonly<Record<string, string>> = {
  AGREE_HOLD: 'Signal agrees',
  SIGNAL_SAYS_SELL: 'Signal says sell',
  SIGNAL_SAYS_ADD: 'Signal says add',
};

function Left({ tickers, what }: { readonly tickers: readonly string[]; readonly what: string }) {
  return tickers.length === 0 ? null : (
    <p class="problem">
      {what}: {tickers.join(', ')}
    </p>
  );
}

function Holdings({ overlay, percents }: { readonly overlay: Overlay; readonly percents: number | null }) {
  return (
    <>
      {percents !== null && (
        <p class="note">The percents add up to {percent(percents)}; the weights are in proportion to them.</p>
      )}
      <Left tickers={overlay.unresolved} what="Without stored data, left out" />
      <Left tickers={overlay.stale} what="Stale: their signals are of an earlier session" />
      <Table
        caption="Holdings and their signals"
        rows={overlay.holdings}
        rowKey={({ ticker }) => ticker}
        columns={[
          { name: 'Ticker', cell: ({ ticker }) => <TickerLink ticker={ticker} />, by: ({ ticker }) => ticker },
          {
            name: 'Weight',
            kind: 'number',
            cell: ({ weightPct }) => percent(weightPct),
            by: ({ weightPct }) => weightPct,
          },
          { name: 'Signal', cell: ({ signal }) => <Label label={signal.label} /> },
          {
            name: 'Score',
            kind: 'number',
            cell: ({ signal }) => <Score score={signal.compositeScore} />,
            by: ({ signal }) => signal.compositeScore,
          },
          { name: 'Compared', cell: ({ verdict }) => VERDICTS[verdict] ?? words(verdict), isMinor: true },
          { name: 'Action', cell: ({ action }) => <b>{words(action)}</b>, by: ({ action }) => action },
        ]}
      />
    </>
  );
}

function Actions({ overlay }: { readonly overlay: Overlay }) {
  return (
    <>
      {overlay.actionItems.length === 0 ? (
        <Empty>Nothing to do: the signals agree with the holdings.</Empty>
      ) : (
        <ul class="actions">
          {overlay.actionItems.map(({ ticker, action, reason }) => (
            <li key={ticker + action}>
              <b>{words(action)}</b> <TickerLink ticker={ticker} />
              <p>{reason}</p>
            </li>
          ))}
        </ul>
      )}
      <Flags flags={overlay.riskFlags} />
      <h3>Strong buys that are not held</h3>
      {overlay.signalGaps.length === 0 ? (
        <Empty>None.</Empty>
      ) : (
        <ul class="actions">
          {overlay.signalGaps.map(({ ticker, compositeScore }) => (
            <li key={ticker}>
              <TickerLink ticker={ticker} /> <Score score={compositeScore} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Flags({ flags }: { readonly flags: readonly string[] }) {
  if (flags.length === 0) return null;
  return (
    <ul class="flags">
      {flags.map((flag) => (
        <li key={flag}>{flag}</li>
      ))}
    </ul>
  );
}

/** Tickers that an error of the whole portfolio names. */
function unresolvedOf({ extra }: MarketgraphError): readonly string[] {
  const { unresolved } = extra;
  return Array.isArray(unresolved) ? unresolved.map(String) : [];
}

function Result({ account, holdings }: { readonly account: Account; readonly holdings: readonly HoldingInput[] }) {
  const variables = { holdings, withRollUp: account.allows('Query.portfolio') };
  const { data, errors, dataSources, isLoading, again } = useQuery(PortfolioPageDocument, variables);
  const [first] = errors;
  if (!isLoading && first !== undefined && (data?.portfolioOverlay ?? null) === null)
    return (
      <div class="wide">
        <Refusal error={first} again={again} />
        <Left tickers={unresolvedOf(first)} what="Unknown tickers, without stored data" />
      </div>
    );
  const { portfolioOverlay: overlay = null, portfolio: rollUp = null } = data ?? {};
  const shared = { dataSources, isLoading, again };
  const source = { panel: 'OverlayPanel', variables } as const;
  const error = errorAt(errors, 'portfolioOverlay');
  return (
    <>
      <Panel
        {...shared}
        title="Against the signals"
        rows={9}
        error={error}
        source={source}
        class="wide"
        note={
          overlay === null
            ? undefined
            : `Grade ${overlay.summary.grade}, mean score ${oneDecimal(overlay.summary.meanCompositeScore)} of 100, as of ${day(overlay.asOf)}${overlay.regime === null ? '' : `; volatility of the market: ${words(overlay.regime.state).toLowerCase()}`}`
        }
      >
        {overlay === null ? (
          <Empty>No holding has a signal.</Empty>
        ) : (
          <Holdings overlay={overlay} percents={sumOfPercents(holdings)} />
        )}
      </Panel>
      <Panel
        {...shared}
        title="Actions"
        rows={6}
        error={error}
        source={source}
        note="From the signals alone; no investment advice"
      >
        {overlay !== null && <Actions overlay={overlay} />}
      </Panel>
      <Panel
        {...shared}
        isLoading={isLoading && variables.withRollUp}
        title="Roll-up"
        rows={9}
        error={errorAt(errors, 'portfolio')}
        source={{ panel: 'RollUpPanel', variables }}
      >
        <Gate account={account} field="Query.portfolio" what="The roll-up">
          {rollUp === null ? <Empty>No holding has a signal.</Empty> : <RollUpView rollUp={rollUp} />}
        </Gate>
      </Panel>
    </>
  );
}

/** Pasted holdings compared with their signals; the address keeps them after `#`. */
export function Portfolio() {
  const { account } = useAccount();
  const given = useStore(place).fragment.get('holdings');
  const linked = given === null ? [] : wholeInputs(textOfLink(given));
  const holdings = linked.length === 0 ? null : linked;
  const compare = (pasted: Pasted): void => keepInFragment({ holdings: holdingsInLink(pasted.holdings) });
  if (account === null) return <Loading rows={12} />;
  const most = account.tier === 'FREE' ? 8 : 25;
  const units = account.unitsOf([
    'Query.portfolioOverlay',
    ...(account.allows('Query.portfolio') ? ['Query.portfolio'] : []),
  ]);
  return (
    <>
      <header class="page-head">
        <h1>Portfolio</h1>
        <p class="note">Paste holdings as shares, USD or percent. They are sent with the question and not stored.</p>
      </header>
      <div class="grid">
        <section class="panel wide" aria-label="Holdings">
          <div class="panel-body">
            <HoldingsForm
              most={most}
              hint="all as shares, AAPL 10, all in USD, AAPL $5,000, or all in percent, AAPL 40%"
              action={`Compare (${units} ${units === 1 ? 'unit' : 'units'})`}
              submit={compare}
              given={given ?? undefined}
            />
            {holdings === null && parseHoldings(pastedText.value).holdings.length > 0 && (
              <Empty>Compare them to see weights, signals and actions.</Empty>
            )}
          </div>
        </section>
        {holdings !== null && holdings.length <= most && (
          <Result key={JSON.stringify(holdings)} account={account} holdings={holdings} />
        )}
      </div>
    </>
  );
}
