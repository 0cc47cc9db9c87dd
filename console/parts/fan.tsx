import { day, exactUsd, percent, secondsOf, signedPercent, usd, whole, wholeShare, words } from '../app/format.js';
import type { SimulationPanelFragment } from '../generated/types.js';
import { Facts } from './facts.js';
import { Lines } from './lines.js';

type Simulation = NonNullable<SimulationPanelFragment['simulate']>;

/** Quantiles from the outside in: each pair bounds a band. */
const QUANTILES = [
  ['p95', '95th percentile'],
  ['p75', '75th'],
  ['p50', 'Median'],
  ['p25', '25th'],
  ['p5', '5th percentile'],
] as const;

/** The value by day: the median within bands that hold half and nine tenths of the paths. */
export function Fan({ simulation }: { readonly simulation: Simulation }) {
  const { cone } = simulation;
  const last = cone.at(-1);
  return (
    <Lines
      label={`Value by day up to ${day(last?.date)}: median ${exactUsd(last?.p50)}, 5th percentile ${exactUsd(last?.p5)}, 95th ${exactUsd(last?.p95)}`}
      height={320}
      format={usd}
      x={cone.map(({ date }) => secondsOf(date))}
      lines={QUANTILES.map(([key, name]) => ({
        name,
        values: cone.map((point) => point[key]),
        isHidden: key !== 'p50',
        width: 2,
      }))}
      bands={[
        { between: [0, 4], opacity: 0.12 },
        { between: [1, 3], opacity: 0.2 },
      ]}
    />
  );
}

/** The figures of the last day. */
export function Outcome({ simulation }: { readonly simulation: Simulation }) {
  const { terminal, regime, history } = simulation;
  return (
    <>
      <Facts
        items={[
          [
            'Median return',
            signedPercent(terminal.p50Pct),
            `± ${percent(terminal.p50StandardErrorPct)} standard error`,
          ],
          [
            '5th to 95th percentile',
            `${signedPercent(terminal.p5Pct)} to ${signedPercent(terminal.p95Pct)}`,
            `after ${whole(simulation.horizonSessions)} sessions`,
          ],
          ['Ends above its start', percent(simulation.probabilityPositivePct), 'of the paths'],
          ['Value at risk', exactUsd(simulation.valueAtRisk), `USD, ${wholeShare(0.05)} of the paths lose more`],
          ['Expected shortfall', exactUsd(simulation.expectedShortfall), 'USD, mean loss of those'],
          ...(regime === null
            ? []
            : [
                [
                  'Volatility regime',
                  words(regime.startState),
                  `${percent(regime.shiftRiskPct)} likely to change in ${whole(21)} sessions`,
                ] as const,
              ]),
        ]}
      />
      <p class="faint">
        Days are drawn from {whole(history.sessions)} sessions, {day(history.from)} to {day(history.to)}. Seed{' '}
        {simulation.seed}: the same question gives the same paths.
      </p>
    </>
  );
}
