import { day, percent, price, secondsOf, signedPoints, twoDecimals } from '../../app/format.js';
import type { BacktestPanelFragment } from '../../generated/types.js';
import { Facts } from '../../parts/facts.js';
import { Lines } from '../../parts/lines.js';
import { Empty } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { Change } from '../../parts/values.js';

type Result = NonNullable<BacktestPanelFragment['backtest']>;

const VERDICTS: Readonly<Record<Result['walkForward']['verdict'], string>> = {
  OVERFIT: 'Overfit: the later 30% lost most of what the first 70% had',
  MILD_DECAY: 'Mild decay in the later 30%',
  ROBUST: 'Robust: the later 30% kept up',
  NO_EDGE: 'No edge over buy and hold',
};

export function Curves({ result, name }: { readonly result: Result; readonly name: string }) {
  const { curve } = result;
  const x = curve.map(({ date }) => secondsOf(date));
  const times = (value: number | null | undefined): string =>
    value === null || value === undefined ? '–' : `${twoDecimals(value)}×`;
  return (
    <>
      <Lines
        label={`Equity of ${name}, ${times(curve.at(-1)?.strategy)} of its start; buy and hold ${times(curve.at(-1)?.buyHold)}`}
        height={240}
        format={times}
        x={x}
        lines={[
          { name, values: curve.map(({ strategy }) => strategy), width: 2 },
          { name: 'Buy and hold', values: curve.map(({ buyHold }) => buyHold), colour: 'faint', dash: [5, 4] },
        ]}
      />
      <h3>Drawdown from the peak, percent</h3>
      <Lines
        label={`Drawdown of ${name} and of buy and hold`}
        height={180}
        format={percent}
        x={x}
        lines={[
          { name, values: curve.map(({ strategyDrawdownPct }) => strategyDrawdownPct), width: 2 },
          {
            name: 'Buy and hold',
            values: curve.map(({ buyHoldDrawdownPct }) => buyHoldDrawdownPct),
            colour: 'faint',
            dash: [5, 4],
          },
        ]}
      />
    </>
  );
}

export function Figures({ result }: { readonly result: Result }) {
  const { strategyMetrics: strategy, buyHoldMetrics: held, edge, walkForward } = result;
  const rows = [
    [
      'Total return',
      percent(strategy.totalReturnPct),
      percent(held.totalReturnPct),
      signedPoints(edge.excessReturnPct),
    ],
    ['Return a year', percent(strategy.cagrPct), percent(held.cagrPct), ''],
    ['Sharpe ratio', twoDecimals(strategy.sharpe), twoDecimals(held.sharpe), twoDecimals(edge.sharpeDelta)],
    [
      'Deepest drawdown',
      percent(strategy.maxDrawdownPct),
      percent(held.maxDrawdownPct),
      signedPoints(edge.drawdownImprovementPct),
    ],
  ] as const;
  return (
    <>
      <Table
        caption="Strategy and buy and hold"
        rows={rows}
        rowKey={([name]) => name}
        columns={[
          { name: 'Figure', cell: ([name]) => name },
          { name: 'Strategy', kind: 'number', cell: ([, one]) => one },
          { name: 'Buy and hold', kind: 'number', cell: ([, , other]) => other },
          { name: 'Difference', kind: 'number', cell: ([, , , difference]) => difference },
        ]}
      />
      <Facts
        items={[
          ['In the market', percent(strategy.exposurePct), 'of the sessions'],
          ['Trades', String(strategy.tradeCount), `${percent(strategy.hitRatePct)} won`],
          ['Sharpe, first 70%', twoDecimals(walkForward.trainSharpe)],
          ['Sharpe, last 30%', twoDecimals(walkForward.testSharpe)],
        ]}
      />
      <p>
        <b>{VERDICTS[walkForward.verdict]}.</b> <span class="faint">Past results say little about those to come.</span>
      </p>
    </>
  );
}

export function Trades({ trades }: { readonly trades: NonNullable<Result['trades']> }) {
  if (trades.length === 0) return <Empty>The strategy never bought.</Empty>;
  return (
    <Table
      caption="Trades"
      rows={[...trades].reverse()}
      rowKey={({ entryDate }) => entryDate}
      atMost={12}
      columns={[
        {
          name: 'Bought',
          cell: ({ entryDate }) => <span class="nowrap">{day(entryDate)}</span>,
          by: ({ entryDate }) => entryDate,
        },
        {
          name: 'Bought at, USD',
          kind: 'number',
          hint: 'Total-return basis',
          cell: ({ entryPrice }) => price(entryPrice),
        },
        {
          name: 'Sold',
          cell: ({ exitDate }) => <span class="nowrap">{exitDate === null ? 'open' : day(exitDate)}</span>,
        },
        {
          name: 'Sold at, USD',
          kind: 'number',
          hint: 'Total-return basis',
          cell: ({ exitPrice }) => price(exitPrice),
        },
        {
          name: 'Sessions',
          kind: 'number',
          cell: ({ sessions }) => sessions,
          by: ({ sessions }) => sessions,
        },
        {
          name: 'Return',
          kind: 'number',
          cell: ({ returnPct }) => <Change percent={returnPct} />,
          by: ({ returnPct }) => returnPct,
        },
      ]}
    />
  );
}
