import { z } from 'zod';
import { asOfDay } from '../facts/as-of.js';
import type { SignalHistoryToolQuery } from '../generated/operations.js';
import { entriesOf, graphqlRef, inWords, tickers as tickersOf } from './inputs.js';
import { defineTool } from './tool.js';

/** Sessions of three months. */
const SESSIONS = 63;
/** Sessions of a month. */
const MONTH = 21;

/** How the signal has changed. */
export const TOOL = defineTool<
  { readonly tickers: readonly string[]; readonly sessionsBack: number },
  SignalHistoryToolQuery
>({
  name: 'signal_history',
  description:
    'Recorded composite signals of listed securities over three months: score then and now, and label changes.',
  input: z.object({ tickers: tickersOf, sessionsBack: z.number().int().min(1).max(62).default(MONTH) }),
  variables: ({ tickers }) => ({ tickers }),
  operation: /* GraphQL */ `
    query SignalHistoryTool($tickers: [Ticker!]!) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        signalHistory(last: 63) { date label compositeScore }
      }
    }
  `,
  tell({ securitiesByTicker }, list, { tickers, sessionsBack }) {
    for (const [ticker, { signalHistory: records }] of entriesOf(tickers, securitiesByTicker)) {
      const last = records?.at(-1);
      if (!records || last === undefined) continue;
      const facts = list.about(ticker, {
        title: `Recorded signals of ${ticker}`,
        ref: graphqlRef('signalHistory'),
        asOf: asOfDay(last.date),
      });
      const before = records.at(-1 - sessionsBack);
      const changes = records.filter(({ label }, index) => index > 0 && records[index - 1]?.label !== label);
      const flip = changes.at(-1);
      facts.count('sessions', 'recorded sessions', Math.min(SESSIONS, records.length), 'sessions');
      facts.date('on', 'last recorded session', last.date);
      facts.number('score', 'recorded score', last.compositeScore, 'score', { terms: ['score', 'now'] });
      facts.text('label', 'recorded signal', inWords(last.label));
      facts.date('before_on', 'the day before that is compared', before?.date);
      facts.number('before_score', 'score then', before?.compositeScore, 'score', { terms: ['score', 'was'] });
      facts.text('before_label', 'signal then', before === undefined ? null : inWords(before.label));
      facts.count('changes', 'label changes', changes.length, 'changes', { terms: ['changed', 'times'] });
      facts.date('flip_on', 'last label change', flip?.date);
      facts.text('flip_label', 'label since', flip === undefined ? null : inWords(flip.label));
    }
  },
});
