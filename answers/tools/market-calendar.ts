import { z } from 'zod';
import { isoDate, parseIsoDate, weekdayOf } from '../../calendar/days.js';
import type { MarketCalendarToolQuery } from '../generated/operations.js';
import { graphqlRef } from './inputs.js';
import { newYorkTimeOf } from './market.js';
import { defineTool } from './tool.js';

const SATURDAY = 6;

/** The day before a Saturday, on which a holiday of that Saturday is observed; else the same day. */
function observedFrom(from: string | null): string | null {
  const day = from === null ? null : parseIsoDate(from);
  return day === null || weekdayOf(day) !== SATURDAY ? from : isoDate(day - 1);
}

/** First day that is told; null for today. */
interface MarketCalendarInput {
  readonly from: string | null;
  readonly first: number;
}

/** Coming, or past, sessions and holidays of the US market. */
export const TOOL = defineTool<MarketCalendarInput, MarketCalendarToolQuery>({
  name: 'market_calendar',
  description:
    'The next session of the US stock market on or after a date, with its hours, and the holidays and early closes from that date on. The date is today if it is null.',
  input: z.object({ from: z.iso.date().nullable().default(null), first: z.number().int().min(1).max(30).default(12) }),
  operation: /* GraphQL */ `
    query MarketCalendarTool($from: LocalDate, $holidaysFrom: LocalDate, $first: Int!) {
      market {
        asOf
        sessions(from: $from, first: 1) { date opensAt closesAt }
        holidays(from: $holidaysFrom, first: $first) { date name closesAt }
      }
    }
  `,
  variables: ({ from, first }) => ({ from, first, holidaysFrom: observedFrom(from) }),
  tell({ market }, list) {
    if (!market) return;
    const facts = list.about(null, { title: 'Calendar of NYSE', ref: graphqlRef('holidays'), asOf: market.asOf });
    for (const { date, opensAt, closesAt } of market.sessions ?? []) {
      facts.date('session_on', 'session', date);
      facts.text('opens_at', 'time of its opening', newYorkTimeOf(opensAt));
      facts.text('closes_at', 'time of its close', newYorkTimeOf(closesAt));
    }
    for (const [row, { date, name, closesAt }] of (market.holidays ?? []).entries()) {
      facts.date('on', 'holiday or early close', date, { row });
      facts.text('name', 'name of the day', name, { row });
      facts.text('early_close_at', 'time of the early close', closesAt === null ? null : newYorkTimeOf(closesAt), {
        row,
      });
    }
  },
});
