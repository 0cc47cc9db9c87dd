import { z } from 'zod';
import { asOfDay } from '../facts/as-of.js';
import type { MarketToolQuery } from '../generated/operations.js';
import { graphqlRef } from './inputs.js';
import { defineTool } from './tool.js';

const STATES: Readonly<Record<string, string>> = {
  PRE_MARKET: 'in pre-market trading',
  OPEN: 'open',
  AFTER_HOURS: 'in after-hours trading',
  CLOSED: 'closed',
  HOLIDAY: 'closed for a holiday',
};

/** New York's time of an instant, `HH:MM`. */
export function newYorkTimeOf(instant: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' }).format(
    new Date(instant),
  );
}

const newYorkDay = (instant: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' }).format(new Date(instant));

/** Whether the US market is open. */
export const TOOL = defineTool<object, MarketToolQuery>({
  name: 'market',
  description: 'Whether the US stock market is open, and its next opening and close.',
  input: z.object({}),
  operation: /* GraphQL */ `
    query MarketTool {
      market { status nextOpen nextClose lastSession asOf }
    }
  `,
  tell({ market }, list) {
    if (!market) return;
    const day = market.lastSession;
    const facts = list.about(null, {
      title: 'State of the market',
      ref: graphqlRef('market'),
      asOf: day === null ? market.asOf : asOfDay(day),
    });
    facts.text('status', 'state', STATES[market.status]);
    facts.text('is_open', 'whether it is open', market.status === 'OPEN' ? 'open' : null);
    facts.date('open_on', 'next opening', newYorkDay(market.nextOpen));
    facts.text('open_at', 'time of the next opening', newYorkTimeOf(market.nextOpen));
    facts.date('close_on', 'next close', newYorkDay(market.nextClose));
    facts.text('close_at', 'time of the next close', newYorkTimeOf(market.nextClose));
    facts.date('last_session', 'last stored session', day);
  },
});
