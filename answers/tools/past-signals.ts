import { MS_PER_DAY, parseIsoDate } from '../../calendar/days.js';
import { asOfDay } from '../facts/as-of.js';
import type { FactsAbout } from '../facts/fact-list.js';
import type { PastSignalsToolQuery } from '../generated/operations.js';
import { entriesOf, graphqlRef, inWords } from './inputs.js';
import { pastPeriod, readFrom, type PastPeriod } from './past-period.js';
import { defineTool } from './tool.js';

const DAYS_A_WEEK = 7;
const SESSIONS_A_WEEK = 5;
/** The most records that the graph returns. */
const MOST_RECORDS = 5000;
const MORE = 10;

type Records = NonNullable<
  NonNullable<NonNullable<PastSignalsToolQuery['securitiesByTicker']>[number]>['signalHistory']
>;
type SignalOfDay = Records[number];

const SCORE = { terms: ['score', 'composite'] };
const FACTORS = ['technical', 'momentum', 'fundamentals', 'microstructure', 'optionsFlow'] as const;

/** One recorded signal; `key` begins the keys of its facts. */
function tellRecord(facts: FactsAbout, key: string, of: string, record: SignalOfDay | undefined): void {
  if (record === undefined) return;
  facts.date(`${key}_on`, `session of the score ${of}`, record.date);
  facts.number(`${key}_score`, `composite score ${of}`, record.compositeScore, 'score', SCORE);
  facts.text(`${key}_label`, `signal ${of}`, inWords(record.label));
}

function tellFactors(facts: FactsAbout, { factors }: SignalOfDay): void {
  for (const name of FACTORS) {
    const label = name === 'optionsFlow' ? 'options flow' : name;
    facts.number(`then_${name}`, label, factors[name], 'score');
  }
}

function tellSpan(facts: FactsAbout, records: Records, start: SignalOfDay | undefined, { from, to }: PastPeriod): void {
  const within = records.filter(({ date }) => date >= from && date <= to);
  const [first, end] = [start ?? within[0], within.at(-1)];
  if (first === undefined || end === undefined) return;
  tellRecord(facts, 'start', 'at the start', first);
  tellRecord(facts, 'end', 'at the end', end);
  const points = Number((end.compositeScore - first.compositeScore).toFixed(1));
  facts.number('change', 'change of the score', points, 'score', {
    isChange: true,
    measure: 'score',
    terms: ['points'],
  });
  const sorted = [...within].sort((one, other) => one.compositeScore - other.compositeScore);
  tellRecord(facts, 'low', 'at its lowest', sorted[0]);
  tellRecord(facts, 'high', 'at its highest', sorted.at(-1));
  const all = start === undefined ? within : [start, ...within];
  const changes = all.filter(({ label }, at) => at > 0 && all[at - 1]?.label !== label);
  facts.count('label_changes', 'label changes', changes.length, 'changes', { terms: ['changed', 'times'] });
}

/** Sessions from a day until now, and some more. */
function sessionsSince(from: string, nowMs: number): number {
  const days = nowMs / MS_PER_DAY - (parseIsoDate(from) ?? 0);
  return Math.min(MOST_RECORDS, Math.max(1, Math.ceil((days / DAYS_A_WEEK) * SESSIONS_A_WEEK) + MORE));
}

/** Composite signals on record of a past day, or over a stretch of days. */
export const TOOL = defineTool<PastPeriod, PastSignalsToolQuery>({
  name: 'past_signals',
  description:
    'Composite signals on record: score and label of a past day (isDay), or how the score changed over days, and ' +
    'since when there are records.',
  input: pastPeriod,
  operation: /* GraphQL */ `
    query PastSignalsTool($tickers: [Ticker!]!, $from: LocalDate!, $last: Int!) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        signalHistory(from: $from, last: $last) {
          date
          label
          compositeScore
          factors { technical momentum fundamentals microstructure optionsFlow }
        }
      }
    }
  `,
  variables: ({ tickers: of, from }, nowMs) => ({
    tickers: of,
    from: readFrom(from),
    last: sessionsSince(readFrom(from), nowMs),
  }),
  tell({ securitiesByTicker }, list, input) {
    const { tickers: of, from, to, isDay } = input;
    for (const [ticker, { signalHistory: records }] of entriesOf(of, securitiesByTicker)) {
      const [first, last] = [records?.[0], records?.at(-1)];
      if (!records || first === undefined || last === undefined) continue;
      const source = {
        title: `Recorded signals of ${ticker}`,
        ref: graphqlRef('signalHistory'),
        asOf: asOfDay(last.date),
      };
      const facts = list.about(ticker, source);
      facts.date('asked', 'day that was asked for', to);
      facts.date('from', 'start of the period', from);
      tellRecord(facts, 'now', 'now', last);
      const before = records.filter(({ date }) => date < from).at(-1);
      const then = records.filter(({ date }) => date <= to).at(-1);
      // Before the first session that is read, there is no record: it was looked for from before the period on.
      if (before === undefined && first.date > from) tellRecord(facts, 'first', 'of the first record', first);
      if (!isDay) tellSpan(facts, records, before, input);
      else if (then !== undefined) {
        tellRecord(facts, 'then', 'then', then);
        tellFactors(facts, then);
      }
    }
  },
});
