import { asOfDay } from '../facts/as-of.js';
import type { SignalHistoryToolQuery } from '../generated/operations.js';
import { entriesOf, graphqlRef, inWords, tickersInput } from './inputs.js';
import { defineTool } from './tool.js';

/** Sessions of three months. */
const SESSIONS = 63;
/** Sessions of a month. */
const MONTH = 21;

/** How the signal has changed. */
export const TOOL = defineTool<{ readonly tickers: readonly string[] }, SignalHistoryToolQuery>({
  name: 'signal_history',
  description:
    'Recorded composite signals of listed securities over three months: score then and now, and label changes.',
  input: tickersInput,
  operation: /* GraphQL */ `
    query SignalHistoryTool($tickers: [Ticker!]!) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        signalHistory(last: 63) { date label compositeScore }
      }
    }
  `,
  tell({ securitiesByTicker }, list, { tickers }) {
    for (const [ticker, { signalHistory: records }] of entriesOf(tickers, securitiesByTicker)) {
      const last = records?.at(-1);
      if (!records || last === undefined) continue;
      const facts = list.about(ticker, {
        title: `Recorded signals of ${ticker}`,
        ref: graphqlRef('signalHistory'),
        asOf: asOfDay(last.date),
      });
      const before = records.at(-1 - MONTH);
      const changes = records.filter(({ label }, index) => index > 0 && records[index - 1]?.label !== label);
      const flip = changes.at(-1);
      facts.count('sessions', 'recorded sessions', Math.min(SESSIONS, records.length), 'sessions');
      facts.date('on', 'last recorded session', last.date);
      facts.number('score', 'recorded score', last.compositeScore, 'score', { terms: ['score', 'now'] });
      facts.text('label', 'recorded signal', inWords(last.label));
      facts.date('month_ago', 'a month before', before?.date);
      facts.number('month_score', 'score a month before', before?.compositeScore, 'score', { terms: ['score', 'was'] });
      facts.text('month_label', 'signal a month before', before === undefined ? null : inWords(before.label));
      facts.count('changes', 'label changes', changes.length, 'changes', { terms: ['changed', 'times'] });
      facts.date('flip_on', 'last label change', flip?.date);
      facts.text('flip_label', 'label since', flip === undefined ? null : inWords(flip.label));
    }
  },
});
