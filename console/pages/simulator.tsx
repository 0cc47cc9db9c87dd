import { useEffect, useState } from 'preact/hooks';
import { useAccount } from '../app/account.js';
import { exactUsd, signedPercent, words } from '../app/format.js';
import { keepInFragment, place } from '../app/router.js';
import { useStore } from '../app/store.js';
import { useQuery } from '../app/use-query.js';
import { SimulatorPageDocument } from '../generated/documents.js';
import type { SimulationPanelFragment } from '../generated/types.js';
import { Fan, Outcome } from '../parts/fan.js';
import { Gate } from '../parts/gate.js';
import { Panel } from '../parts/panel.js';
import { Empty, Loading } from '../parts/states.js';
import { Table } from '../parts/table.js';
import { HoldingsForm } from './portfolio/holdings-form.js';
import type { Pasted } from './portfolio/holdings.js';
import {
  HORIZONS,
  REGIMES,
  readLink,
  variablesOf,
  writeLink,
  yearsOf,
  type Chosen,
  type Run,
} from './simulator/link.js';

type Simulation = NonNullable<SimulationPanelFragment['simulate']>;

function Challenge({ simulation }: { readonly simulation: Simulation }) {
  const { modelChallenge, confidence } = simulation;
  return (
    <>
      <p>
        <b>Confidence: {words(confidence.level)}.</b> {modelChallenge.summary}
      </p>
      <Table
        caption="Models side by side"
        rows={modelChallenge.rows}
        rowKey={({ model }) => model}
        columns={[
          { name: 'Model', cell: ({ model }) => words(model) },
          { name: '5th percentile', kind: 'number', cell: ({ p5Pct }) => signedPercent(p5Pct) },
          { name: 'Median', kind: 'number', cell: ({ p50Pct }) => signedPercent(p50Pct) },
          { name: 'Value at risk', kind: 'number', cell: ({ valueAtRisk }) => exactUsd(valueAtRisk) },
        ]}
      />
      <ul class="flags">
        {confidence.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </>
  );
}

/** `seed` is that of a link: another one says that the data are others now. */
function Result({ run: { variables, seed }, keep }: { readonly run: Run; readonly keep: (seed: string) => void }) {
  const {
    data,
    errors: [error],
    dataSources,
    isLoading,
    again,
  } = useQuery(SimulatorPageDocument, variables);
  const simulation = data?.simulate ?? null;
  const drawn = simulation?.seed;
  useEffect(() => {
    if (drawn !== undefined && seed === null) keep(drawn);
  }, [drawn, seed]);
  const shared = { dataSources, isLoading, again, source: { panel: 'SimulationPanel', variables } as const };
  return (
    <>
      <Panel
        {...shared}
        title="Fan of outcomes"
        class="wide"
        rows={14}
        error={simulation === null ? error : undefined}
        note="Value of the portfolio, USD; bands hold 50% and 90% of the paths"
      >
        {simulation === null ? (
          <Empty>No result.</Empty>
        ) : (
          <>
            {seed !== null && seed !== drawn && (
              <p class="problem">The data have changed since the link was made: its seed was {seed}.</p>
            )}
            <Fan simulation={simulation} />
            <Outcome simulation={simulation} />
          </>
        )}
      </Panel>
      {simulation !== null && (
        <Panel
          {...shared}
          title="Challenging models"
          class="wide"
          note="What other models of returns say about the same holdings"
        >
          <Challenge simulation={simulation} />
        </Panel>
      )}
    </>
  );
}

/** What a portfolio may be worth, with dates; the address keeps what is asked after `#`, with the seed. */
export function Simulator() {
  const { account } = useAccount();
  const linked = readLink(useStore(place).fragment);
  const [chosen, setChosen] = useState<Chosen>(linked.chosen);
  const [years, setYears] = useState(String(linked.chosen.lookbackYears));
  const [problem, setProblem] = useState('');
  const run = problem === '' ? linked.run : null;
  useEffect(() => {
    setChosen(linked.chosen);
    setYears(String(linked.chosen.lookbackYears));
    setProblem('');
  }, [JSON.stringify([linked.holdings, linked.chosen])]);
  if (account === null) return <Loading rows={12} />;
  const simulate = ({ holdings }: Pasted): void => {
    const withoutValue = holdings
      .filter(({ amount, unit }) => amount === null || unit !== 'usd')
      .map(({ ticker }) => ticker);
    const lookbackYears = yearsOf(years);
    if (lookbackYears === null || withoutValue.length > 0) {
      setProblem(
        lookbackYears === null
          ? 'Years of history: write a whole number from 1 to 10.'
          : `The simulator needs the value of each holding in USD, such as AAPL $5,000: ${withoutValue.join(', ')}`,
      );
      return;
    }
    setProblem('');
    const asked = { holdings, chosen: { ...chosen, lookbackYears } };
    const isSame = JSON.stringify(variablesOf(asked)) === JSON.stringify(linked.run?.variables);
    keepInFragment(writeLink(asked, ''), { isReplaced: isSame });
  };
  return (
    <>
      <header class="page-head">
        <h1>Simulator</h1>
        <p class="note">Monte-Carlo paths of a portfolio, drawn from its own history.</p>
      </header>
      <div class="grid">
        <Gate account={account} field="Query.simulate" what="The simulator">
          <section class="panel wide" aria-label="Portfolio">
            <div class="panel-body">
              <div class="inline">
                <label>
                  Horizon
                  <select
                    value={chosen.horizonSessions}
                    onChange={(event) => setChosen({ ...chosen, horizonSessions: Number(event.currentTarget.value) })}
                  >
                    {HORIZONS.map(([value, text]) => (
                      <option key={value} value={value} selected={value === chosen.horizonSessions}>
                        {text}
                      </option>
                    ))}
                  </select>
                </label>
                <label>
                  Years of history
                  <input
                    type="number"
                    min={1}
                    max={10}
                    step={1}
                    value={years}
                    onInput={(event) => setYears(event.currentTarget.value)}
                  />
                </label>
                <label>
                  Days from
                  <select
                    value={chosen.regime ?? ''}
                    onChange={(event) =>
                      setChosen({
                        ...chosen,
                        regime:
                          REGIMES.map(([value]) => value).find(
                            (value): value is 'AUTO' | 'STRESSED' =>
                              value !== '' && value === event.currentTarget.value,
                          ) ?? null,
                      })
                    }
                  >
                    {REGIMES.map(([value, text]) => (
                      <option key={value} value={value} selected={value === (chosen.regime ?? '')}>
                        {text}
                      </option>
                    ))}
                  </select>
                </label>
              </div>
              <HoldingsForm
                most={30}
                hint="with values in USD: AAPL $5,000"
                action="Simulate (1 unit)"
                submit={simulate}
                given={run === null ? undefined : linked.holdings}
              />
              {problem !== '' && (
                <p class="problem" role="alert">
                  {problem}
                </p>
              )}
            </div>
          </section>
          {run !== null && (
            <Result
              key={JSON.stringify(run.variables)}
              run={run}
              keep={(seed) => keepInFragment(writeLink(run, seed), { isReplaced: true })}
            />
          )}
        </Gate>
      </div>
    </>
  );
}
