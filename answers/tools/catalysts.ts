import { z } from 'zod';
import { asOfDay } from '../facts/as-of.js';
import type { CatalystsToolQuery } from '../generated/operations.js';
import { inPlainWords, restPath } from './inputs.js';
import { defineTool } from './tool.js';

export const CATALYST_TYPES = ['EARNINGS', 'IPO', 'DIVIDEND', 'SPLIT', 'MACRO', 'OPEX', 'CONGRESS'] as const;

interface Input {
  readonly days: number;
  readonly types: readonly (typeof CATALYST_TYPES)[number][] | null;
  readonly ticker: string | null;
  /** First day that is told; those before it are counted alone. */
  readonly from: string | null;
}

/** Events of one answer; the market may have thousands. */
const MOST = 60;

/** Dated events of the market or of one ticker. */
export const TOOL = defineTool<Input, CatalystsToolQuery>({
  name: 'catalysts',
  description:
    'Dated events of the next days, across the market or for a ticker: reports, IPOs, ex-dividend dates, splits, ' +
    'economic releases, option expiries; trades of Congress.',
  input: z.object({
    days: z.number().int().min(1).max(60),
    types: z.array(z.enum(CATALYST_TYPES)).min(1).nullable().default(null),
    ticker: z.string().nullable().default(null),
    from: z.iso.date().nullable().default(null),
  }),
  variables: ({ days, types, ticker }) => ({ days, types, ticker }),
  operation: /* GraphQL */ `
    query CatalystsTool($days: Int!, $types: [CatalystType!], $ticker: Ticker) {
      catalysts(days: $days, types: $types, ticker: $ticker) {
        today
        windowDays
        count
        clamped { days types }
        events { date time type ticker title detail importance isEstimate }
      }
    }
  `,
  tell({ catalysts }, list, { days, types, ticker, from }) {
    if (!catalysts) return;
    const query = {
      days,
      ...(types === null ? {} : { types: types.join(',').toLowerCase() }),
      ...(ticker === null ? {} : { ticker }),
    };
    const source = {
      title: ticker === null ? 'Catalysts of the market' : `Catalysts of ${ticker}`,
      ref: restPath('/catalysts', query),
      asOf: asOfDay(catalysts.today),
    };
    const facts = list.about(ticker, source);
    facts.date('today', 'today', catalysts.today);
    facts.count('days', 'days of the window', catalysts.windowDays, 'days');
    facts.count('count', 'events', catalysts.count, 'events');
    const events = catalysts.events.filter(({ date }) => from === null || date >= from);
    facts.count('left', 'later events that are not told', Math.max(0, events.length - MOST), 'events');
    for (const [row, event] of events.slice(0, MOST).entries()) {
      const own = list.about(event.ticker === null ? null : [event.ticker], source);
      own.date('on', 'date', event.date, { row });
      own.text('time', 'time', event.time, { row });
      own.text('type', 'type', inPlainWords(event.type), { row });
      own.text('ticker', 'ticker', event.ticker, { row });
      if (event.type === 'IPO' || event.type === 'CONGRESS') own.quote('title', 'event', event.title, { row });
      else own.text('title', 'event', event.title, { row });
      own.text('importance', 'importance', inPlainWords(event.importance), { row });
      own.text('estimate', 'whether it is an estimate', event.isEstimate ? 'estimate' : null, { row });
    }
  },
});
