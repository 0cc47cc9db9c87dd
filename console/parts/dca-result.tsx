import { day, exactUsd, multiple, secondsOf, share, usd, whole } from '../app/format.js';
import type { DcaPanelFragment } from '../generated/types.js';
import { Facts } from './facts.js';
import { Lines } from './lines.js';
import { Empty } from './states.js';
import { Table } from './table.js';

type Dca = NonNullable<DcaPanelFragment['dca']>;

/** What monthly purchases came to, against other ways to buy. */
export function DcaResult({ dca, ticker }: { readonly dca: Dca; readonly ticker: string }) {
  if (dca.purchaseCount === 0) return <Empty>Too little history for a purchase.</Empty>;
  const others = [
    ['Each month, as here', dca],
    ['Lowest close of each month', dca.lucky],
    ['Highest close of each month', dca.unlucky],
    ['All at once at the start', dca.lumpSum],
    [`Each month in ${dca.benchmark?.ticker ?? 'SPY'}`, dca.benchmark],
  ] as const;
  return (
    <>
      <Facts
        items={[
          ['Invested', exactUsd(dca.invested), `${whole(dca.purchaseCount)} purchases`],
          ['Worth', exactUsd(dca.finalValue), day(dca.to)],
          ['Multiple', multiple(dca.multiple)],
          ['Return a year', share(dca.xirr), 'money-weighted'],
          ['Deepest drawdown', share(dca.maxDrawdown)],
        ]}
      />
      <Lines
        label={`Value of monthly purchases of ${ticker}, ${exactUsd(dca.finalValue)} from ${exactUsd(dca.invested)}`}
        height={200}
        format={usd}
        x={dca.series.map(({ date }) => secondsOf(date))}
        lines={[
          { name: 'Value', values: dca.series.map(({ value }) => value) },
          { name: 'Invested', values: dca.series.map(({ invested }) => invested), colour: 'faint', dash: [4, 4] },
        ]}
      />
      <Table
        caption="Compared"
        rows={others.flatMap(([name, outcome]) => (outcome === null ? [] : [{ name, ...outcome }]))}
        rowKey={({ name }) => name}
        columns={[
          { name: 'Bought', cell: ({ name }) => name },
          {
            name: 'Worth',
            kind: 'number',
            cell: ({ finalValue }) => exactUsd(finalValue),
            by: ({ finalValue }) => finalValue,
          },
          {
            name: 'Multiple',
            kind: 'number',
            cell: (each) => multiple(each.multiple),
            by: (each) => each.multiple,
            isMinor: true,
          },
          { name: 'Return a year', kind: 'number', cell: ({ xirr }) => share(xirr), by: ({ xirr }) => xirr },
        ]}
      />
    </>
  );
}
