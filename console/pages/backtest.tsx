import { useState } from 'preact/hooks';
import { useAccount, type Account } from '../app/account.js';
import { day, percent, twoDecimals, words } from '../app/format.js';
import { addressOf, keepInAddress, place } from '../app/router.js';
import { useStore } from '../app/store.js';
import { errorAt, useQuery } from '../app/use-query.js';
import { wholeWithin, within } from '../app/within.js';
import { AllStrategiesDocument, BacktestPageDocument } from '../generated/documents.js';
import type {
  BacktestPageQuery,
  BacktestPageQueryVariables,
  Strategy,
  StrategyFiguresFragment,
} from '../generated/types.js';
import { Gate } from '../parts/gate.js';
import { Panel } from '../parts/panel.js';
import { Loading, Refusal } from '../parts/states.js';
import { Table } from '../parts/table.js';
import { Curves, Figures, Trades } from './backtest/result.js';

const STRATEGIES = [
  ['GOLDEN_CROSS', 'Golden cross'],
  ['TREND', 'Trend'],
  ['RSI_MEAN_REVERSION', 'RSI mean reversion'],
  ['MACD', 'MACD'],
  ['BUY_HOLD', 'Buy and hold'],
] as const satisfies readonly (readonly [Strategy, string])[];

type Asked = Pick<BacktestPageQueryVariables, 'ticker' | 'years' | 'costBasisPoints'>;

/** All strategies of a security, asked when the reader wants them: a unit each. */
function SideBySide({ asked }: { readonly asked: Asked }) {
  const [isWanted, setIsWanted] = useState(false);
  const {
    data,
    errors: [error],
    dataSources,
    isLoading,
    again,
  } = useQuery(AllStrategiesDocument, isWanted ? asked : null);
  const security = data?.security ?? null;
  const rows =
    security === null
      ? []
      : (
          [
            ['Buy and hold', security.buyHold],
            ['Trend', security.trend],
            ['Golden cross', security.goldenCross],
            ['RSI mean reversion', security.rsiMeanReversion],
            ['MACD', security.macd],
          ] as const
        ).flatMap(([name, figures]: readonly [string, StrategyFiguresFragment | null]) =>
          figures === null ? [] : [{ name, ...figures.strategyMetrics, verdict: figures.walkForward.verdict }],
        );
  return (
    <Panel
      title="All strategies side by side"
      class="wide"
      rows={6}
      dataSources={dataSources}
      isLoading={isLoading}
      error={security === null ? error : undefined}
      again={again}
      source={{ panel: 'AllStrategiesPanel', variables: asked }}
    >
      {!isWanted ? (
        <button type="button" class="button more" onClick={() => setIsWanted(true)}>
          Compare all five (5 units)
        </button>
      ) : (
        <Table
          caption="All strategies"
          rows={rows}
          rowKey={({ name }) => name}
          columns={[
            { name: 'Strategy', cell: ({ name }) => name },
            {
              name: 'Total return',
              kind: 'number',
              cell: ({ totalReturnPct }) => percent(totalReturnPct),
              by: ({ totalReturnPct }) => totalReturnPct,
            },
            { name: 'A year', kind: 'number', cell: ({ cagrPct }) => percent(cagrPct), by: ({ cagrPct }) => cagrPct },
            { name: 'Sharpe', kind: 'number', cell: ({ sharpe }) => twoDecimals(sharpe), by: ({ sharpe }) => sharpe },
            {
              name: 'Drawdown',
              kind: 'number',
              cell: ({ maxDrawdownPct }) => percent(maxDrawdownPct),
              by: ({ maxDrawdownPct }) => maxDrawdownPct,
            },
            { name: 'In the market', kind: 'number', cell: ({ exposurePct }) => percent(exposurePct), isMinor: true },
            { name: 'Trades', kind: 'number', cell: ({ tradeCount }) => tradeCount, isMinor: true },
            { name: 'Walk-forward', cell: ({ verdict }) => words(verdict), isMinor: true },
          ]}
        />
      )}
    </Panel>
  );
}

function Test({ variables }: { readonly variables: BacktestPageQueryVariables }) {
  const { data, errors, dataSources, isLoading, again } = useQuery(BacktestPageDocument, variables);
  const security: BacktestPageQuery['security'] = data?.security ?? null;
  const result = security?.backtest ?? null;
  const description = data?.backtestLibrary?.strategies.find(({ strategy }) => strategy === variables.strategy);
  const error = errorAt(errors, 'security', 'backtest');
  const shared = {
    dataSources,
    isLoading,
    again,
    error: result === null ? error : undefined,
    source: {
      panel: 'BacktestPanel',
      variables,
      ...restOf(variables),
    } as const,
  };
  if (data !== null && security === null && error !== undefined)
    return (
      <div class="wide">
        <Refusal error={error} again={again} />
      </div>
    );
  const { ticker, years, costBasisPoints } = variables;
  return (
    <>
      <Panel
        {...shared}
        title="Equity"
        class="wide"
        tall={[520, 592]}
        noteRoom="Multiples of the start, Nov 27, 2021 to Nov 27, 2026. In the market while the close is above its mean of 200 sessions; costs and interest count."
        note={
          result === null
            ? undefined
            : `Multiples of the start, ${day(result.from)} to ${day(result.to)}. ${description?.description ?? ''}`
        }
      >
        {result !== null && <Curves result={result} name={description?.name ?? words(variables.strategy)} />}
      </Panel>
      <Panel {...shared} title="Figures" tall={[232, 387]} note="Percent; Sharpe a year, risk-free rate 0">
        {result !== null && <Figures result={result} />}
      </Panel>
      <Panel {...shared} title="Trades" tall={[417, 426]} note="Newest first">
        {result !== null && <Trades trades={result.trades ?? []} />}
      </Panel>
      <SideBySide key={JSON.stringify([ticker, years, costBasisPoints])} asked={{ ticker, years, costBasisPoints }} />
    </>
  );
}

const REST_NAMES: Readonly<Record<Strategy, string>> = {
  BUY_HOLD: 'buy_hold',
  TREND: 'trend',
  GOLDEN_CROSS: 'golden_cross',
  RSI_MEAN_REVERSION: 'rsi_meanrev',
  MACD: 'macd',
};

/** The backtest over REST, which has no costs: nothing with a cost. */
function restOf({ ticker, strategy, years, costBasisPoints }: BacktestPageQueryVariables): { readonly rest?: string } {
  return costBasisPoints > 0
    ? {}
    : { rest: `backtest?ticker=${ticker}&strategy=${REST_NAMES[strategy]}&years=${years}` };
}

function Form({ chosen }: { readonly chosen: BacktestPageQueryVariables }) {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget as HTMLFormElement)];
    keepInAddress(
      Object.fromEntries(fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.trim()]] : []))),
    );
  };
  return (
    <form class="inline" onSubmit={submit} key={JSON.stringify(chosen)}>
      <label>
        Ticker
        <input type="text" name="ticker" size={8} maxLength={10} required defaultValue={chosen.ticker} />
      </label>
      <label>
        Strategy
        <select name="strategy">
          {STRATEGIES.map(([value, text]) => (
            <option key={value} value={value} selected={value === chosen.strategy}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <label>
        Years
        <input type="number" name="years" min={1} max={10} step={1} required defaultValue={String(chosen.years)} />
      </label>
      <label>
        Cost of a trade, basis points
        <input
          type="number"
          name="cost"
          min={0}
          max={1000}
          step={0.5}
          required
          defaultValue={String(chosen.costBasisPoints)}
        />
      </label>
      <button type="submit" class="button primary">
        Test <small>1 unit</small>
      </button>
    </form>
  );
}

function chosenIn(query: URLSearchParams): BacktestPageQueryVariables {
  const [strategy] = STRATEGIES.find(([value]) => value === query.get('strategy')) ?? STRATEGIES[0];
  return {
    ticker: (query.get('ticker') ?? 'SPY').toUpperCase(),
    strategy,
    years: wholeWithin(query.get('years'), 1, 10, 10),
    costBasisPoints: within(query.get('cost'), 0, 1000, 0),
  };
}

function Content({ account, chosen }: { readonly account: Account; readonly chosen: BacktestPageQueryVariables }) {
  return (
    <div class="grid">
      <Gate account={account} field="Security.backtest" what="The backtest">
        <section class="panel wide" aria-label="What to test">
          <div class="panel-body">
            <Form chosen={chosen} />
          </div>
        </section>
        <Test variables={chosen} />
      </Gate>
    </div>
  );
}

/** A classic strategy against buy and hold; the address keeps what is tested. */
export function Backtest() {
  const { query } = useStore(place);
  const { account } = useAccount();
  const chosen = chosenIn(query);
  return (
    <>
      <header class="page-head">
        <h1>Backtest</h1>
        <p class="note">
          Of <a href={addressOf('security', chosen.ticker)}>{chosen.ticker}</a>, on total-return closes, traded at the
          close after the signal.
        </p>
      </header>
      {account === null ? <Loading rows={12} /> : <Content account={account} chosen={chosen} />}
    </>
  );
}
