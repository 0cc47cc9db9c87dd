import { z } from 'zod';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import type { MarketCalendarToolQuery } from '../generated/operations.js';
import { graphqlRef } from './inputs.js';
import { newYorkTimeOf } from './market.js';
import { defineTool } from './tool.js';

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });
/** Sessions of one call, which bound how far apart its days are. */
const MOST_SESSIONS = 300;

export interface MarketCalendarInput {
  /** Days of which sessions are told. */
  readonly days: readonly string[];
  /** First day of which holidays are told; null for the day before the first of `days`, or today without any. */
  readonly from: string | null;
  readonly first: number;
}

const epochDays = (days: readonly string[]): readonly number[] => days.flatMap((day) => parseIsoDate(day) ?? []);

/** Holidays are observed on the day before a Saturday. */
function firstHoliday({ days, from }: MarketCalendarInput): string | null {
  const first = Math.min(...epochDays(days));
  return from ?? (Number.isFinite(first) ? isoDate(first - 1) : null);
}

/** Sessions and holidays of the US market. */
export const TOOL = defineTool<MarketCalendarInput, MarketCalendarToolQuery>({
  name: 'market_calendar',
  description:
    'Sessions of the US stock market on days within a year of each other, with hours; holidays and early closes ' +
    'from a date on.',
  input: z.object({
    days: z.array(z.iso.date()).max(5).default([]).describe('Days of which sessions are told.'),
    from: z.iso
      .date()
      .nullable()
      .default(null)
      .describe('First date of the holidays; null for that of the days, or today.'),
    first: z.number().int().min(1).max(50).default(12).describe('Holidays and early closes.'),
  }),
  operation: /* GraphQL */ `
    query MarketCalendarTool($from: LocalDate, $sessions: Int!, $holidaysFrom: LocalDate, $first: Int!) {
      market {
        asOf
        sessions(from: $from, next: $sessions) { date opensAt closesAt }
        holidays(from: $holidaysFrom, next: $first) { date name closesAt }
      }
    }
  `,
  variables(input) {
    const days = epochDays(input.days);
    const [first, last] = [Math.min(...days), Math.max(...days)];
    const isNone = days.length === 0;
    return {
      from: isNone ? null : isoDate(first),
      sessions: isNone ? 1 : Math.min(MOST_SESSIONS, last - first + 6),
      holidaysFrom: firstHoliday(input),
      first: input.first,
    };
  },
  tell({ market }, list, { days }) {
    if (!market) return;
    const facts = list.about(null, { title: 'Calendar of NYSE', ref: graphqlRef('holidays'), asOf: market.asOf });
    const sessions = market.sessions ?? [];
    for (const [row, day] of days.entries()) {
      const session = sessions.find(({ date }) => date >= day);
      if (session === undefined) continue;
      facts.date('asked', 'day that was asked for', day, { row });
      facts.text('weekday', 'its weekday', weekday.format(new Date(day)), { row });
      facts.date('session_on', 'its session, or the next one', session.date, { row });
      facts.text('opens_at', 'time of the opening', newYorkTimeOf(session.opensAt), { row });
      facts.text('closes_at', 'time of the close', newYorkTimeOf(session.closesAt), { row });
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
