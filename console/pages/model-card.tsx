import { Fragment } from 'preact';
import { useAccount } from '../app/account.js';
import { day, oneDecimal, sentence, share, signedShare, twoDecimals, whole, words } from '../app/format.js';
import { keepInAddress, place } from '../app/router.js';
import { useStore } from '../app/store.js';
import { useQuery } from '../app/use-query.js';
import { ModelCardPageDocument } from '../generated/documents.js';
import type { ModelCardPanelFragment, ModelCardWindow } from '../generated/types.js';
import { Facts } from '../parts/facts.js';
import { Gate } from '../parts/gate.js';
import { Panel } from '../parts/panel.js';
import { Empty, Loading } from '../parts/states.js';
import { Table } from '../parts/table.js';

type Card = NonNullable<ModelCardPanelFragment['modelCard']>;
type Bin = NonNullable<Card['validation']['calibration']>['bins'][number];

const WINDOWS: readonly (readonly [ModelCardWindow, string])[] = [
  ['DAYS_30', '30 days'],
  ['DAYS_90', '90 days'],
  ['DAYS_365', '1 year'],
  ['ALL', 'All'],
];
const DEFAULT_WINDOW: (typeof WINDOWS)[number] = ['DAYS_90', '90 days'];

/** Labels of both axes. */
const TICKS_PCT = [0, 25, 50, 75, 100];

/** What was predicted against what came true; on the diagonal, probabilities come true. */
function Calibration({ bins }: { readonly bins: readonly Bin[] }) {
  const known = bins.flatMap(({ predicted, risen, count }) =>
    predicted === null || risen === null ? [] : [{ predicted, risen, count }],
  );
  const most = Math.max(1, ...known.map(({ count }) => count));
  return (
    <div class="halves">
      <svg
        class="calibration"
        viewBox="-22 -4 128 122"
        role="img"
        aria-label={`Predicted against observed share of rises in ${known.length} bins`}
      >
        <rect class="frame" width="100" height="100" />
        <line class="diagonal" x1="0" y1="100" x2="100" y2="0" />
        {known.map(({ predicted, risen, count }) => (
          <circle key={predicted} cx={100 * predicted} cy={100 - 100 * risen} r={1.5 + 3.5 * Math.sqrt(count / most)} />
        ))}
        {TICKS_PCT.map((tick) => (
          <Fragment key={tick}>
            <text x={tick} y="107">
              {tick}%
            </text>
            <text class="end" x="-2" y={101.5 - tick}>
              {tick}%
            </text>
          </Fragment>
        ))}
        <text x="50" y="115">
          predicted
        </text>
        <text x="-50" y="-17" transform="rotate(-90)">
          rose
        </text>
      </svg>
      <Table
        caption="Calibration"
        rows={bins}
        rowKey={({ low }) => String(low)}
        columns={[
          { name: 'Probability', cell: ({ low, high }) => `${share(low)} to ${share(high)}` },
          { name: 'Signals', kind: 'number', cell: ({ count }) => whole(count) },
          { name: 'Predicted', kind: 'number', cell: ({ predicted }) => share(predicted) },
          { name: 'Rose', kind: 'number', cell: ({ risen }) => share(risen) },
        ]}
      />
    </div>
  );
}

/** Why a part of the card is not there. */
function Missing({ card }: { readonly card: Card }) {
  return (
    <ul class="flags">
      {card.missing.map(({ section, reason }) => (
        <li key={section}>
          {words(section)}: {reason}
        </li>
      ))}
    </ul>
  );
}

/** Between a record and none, in pixels. */
const RECORD_TALL = [150, 382] as const;

function Record({
  card: {
    record,
    validation: { significance, robustness, discrimination },
  },
}: {
  readonly card: Card;
}) {
  if (record === null) return <Empty tall={RECORD_TALL}>No signals have been resolved in this window.</Empty>;
  return (
    <>
      {significance !== null && (
        <p>
          <b>{significance.isProven ? 'Proven' : 'Not proven'}.</b> {sentence(significance.read)}
        </p>
      )}
      <Facts
        items={[
          ['Resolved signals', whole(record.resolvedCount), `${oneDecimal(record.effectiveCount)} independent`],
          [
            'Win rate',
            share(record.winRate),
            `95%: ${share(record.wilsonLow)} to ${share(record.wilsonHigh)}; rises ${share(record.baseRate)}`,
          ],
          ['Mean return', signedShare(record.meanReturn), 'in 21 sessions, over signals; above over days'],
          ['t', twoDecimals(record.tStatistic), `p ${twoDecimals(record.pValue)}, over days`],
          ['Rank correlation', twoDecimals(discrimination?.rankIc), 'score and return, a day'],
          ['ROC area', twoDecimals(discrimination?.rocAuc), '0.5 is chance'],
          ['Probabilistic Sharpe', share(robustness?.probabilisticSharpe)],
          ['Deepest drawdown', share(robustness?.maxDrawdown), 'of 21-session means'],
        ]}
      />
    </>
  );
}

function Factors({ factors }: { readonly factors: Card['factorHealth'] }) {
  if (factors === null || factors.length === 0) return <Empty>Too little record of the factors.</Empty>;
  return (
    <Table
      caption="Health of the factors"
      rows={factors}
      rowKey={({ factor }) => factor}
      columns={[
        { name: 'Factor', cell: ({ factor }) => words(factor) },
        { name: 'Verdict', cell: ({ verdict }) => <b>{words(verdict)}</b> },
        {
          name: 'First half',
          kind: 'number',
          hint: 'Rank correlation with the return',
          cell: ({ rankIcFirstHalf }) => twoDecimals(rankIcFirstHalf),
        },
        {
          name: 'Second half',
          kind: 'number',
          hint: 'Rank correlation with the return',
          cell: ({ rankIcSecondHalf }) => twoDecimals(rankIcSecondHalf),
        },
        { name: 't', kind: 'number', cell: ({ tStatistic }) => twoDecimals(tStatistic) },
      ]}
    />
  );
}

function Content() {
  const asked = useStore(place).query.get('window');
  const [window] = WINDOWS.find(([value]) => value === asked) ?? DEFAULT_WINDOW;
  const variables = { window };
  const {
    data,
    errors: [error],
    isLoading,
    again,
    dataSources,
  } = useQuery(ModelCardPageDocument, variables);
  const card = data?.modelCard ?? null;
  const calibration = card?.validation.calibration ?? null;
  const shared = {
    dataSources,
    isLoading,
    again,
    error: card === null ? error : undefined,
    source: {
      panel: 'ModelCardPanel',
      variables,
      rest: `engine/model-card?window=${window === 'ALL' ? 'all' : `${window.slice(5)}d`}`,
    } as const,
  };
  return (
    <div class="grid">
      <Panel
        {...shared}
        title="Record"
        class="wide"
        tall={RECORD_TALL}
        noteRoom="Composite signals that were resolved up to Nov 27, 2026, as recorded at the time"
        note={
          card === null
            ? undefined
            : `Composite signals that were resolved up to ${day(card.asOf)}, as recorded at the time`
        }
        tools={
          <div class="segments" role="group" aria-label="Window">
            {WINDOWS.map(([value, text]) => (
              <button
                key={value}
                type="button"
                aria-pressed={value === window}
                onClick={() => keepInAddress({ window: value })}
              >
                {text}
              </button>
            ))}
          </div>
        }
      >
        {card !== null && (
          <>
            <Record card={card} />
            <Missing card={card} />
          </>
        )}
      </Panel>
      <Panel
        {...shared}
        title="Calibration"
        class="wide"
        tall={[200, 672]}
        noteRoom="Expected error 12%, Brier score 0.25, skill −0.02 against the base rate"
        note={
          calibration === null
            ? 'Whether probabilities come true'
            : `Expected error ${share(calibration.expectedCalibrationError)}, ` +
              `Brier score ${twoDecimals(calibration.brierScore)}, ` +
              `skill ${twoDecimals(calibration.brierSkill)} against the base rate`
        }
      >
        {calibration === null ? (
          <Empty>Too little record to say whether probabilities come true.</Empty>
        ) : (
          <Calibration bins={calibration.bins} />
        )}
      </Panel>
      <Panel
        {...shared}
        title="Factors"
        class="wide"
        tall={[110, 113]}
        note="Rank correlation of each factor with what followed"
      >
        {card !== null && <Factors factors={card.factorHealth} />}
      </Panel>
    </div>
  );
}

/** What the recorded signals have been worth; the address keeps the window. */
export function ModelCard() {
  const { account } = useAccount();
  return (
    <>
      <header class="page-head">
        <h1>Model card</h1>
        <p class="note">What the recorded composite signals have been worth, over all securities on record.</p>
      </header>
      {account === null ? (
        <Loading rows={12} />
      ) : (
        <Gate account={account} field="Query.modelCard" what="The model card">
          <Content />
        </Gate>
      )}
    </>
  );
}
