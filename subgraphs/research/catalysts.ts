import type { RequestContext } from '../../access/request-context.js';
import { TIER_LIMITS, type Tier } from '../../access/tiers.js';
import { isoDate } from '../../calendar/days.js';
import {
  CATALYST_TYPES,
  catalystsIn,
  missingCatalysts,
  narrowed,
  type Catalyst,
  type CatalystLimits,
  type CatalystType,
} from '../../engines/catalysts.js';
import type { QueryCatalystsArgs } from '../generated/types.js';
import { noteUnread, unreadKinds, unreadReason } from '../kind-not-read.js';
import { rootResultId } from '../result-ids.js';
import type { Services } from '../services.js';
import { notFoundErrors } from '../ticker-not-found.js';
import { securityRef } from '../tickers.js';
import type { Fields } from './generated/resolver-types.js';
import { calendarReader, type MarketCalendar } from './market-calendar.js';

function limitsOf(tier: Tier): CatalystLimits {
  const { catalystDays, catalystTypes } = TIER_LIMITS[tier];
  return { days: catalystDays, types: catalystTypes ?? CATALYST_TYPES };
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

function shown({ day, minute, ...event }: Catalyst, { stored }: MarketCalendar) {
  const { ticker } = event;
  return {
    ...event,
    security: ticker !== null && stored.has(ticker) ? securityRef(ticker) : null,
    date: isoDate(day),
    time: minute === null ? null : `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`,
  };
}

/** Throws `ticker_not_found` unless a security of the ticker is stored, or an event of it, such as an IPO. */
async function requireKnown(
  services: Services,
  ticker: string,
  { events, stored }: MarketCalendar,
  context: RequestContext,
): Promise<void> {
  if (stored.has(ticker) || events.some((event) => event.ticker === ticker)) return;
  await services.live?.ensure([ticker], context.requester.turn);
  const { securities } = services.store.reading(context.versions);
  if ((await securities.bySymbols([ticker])).has(ticker)) return;
  throw (await notFoundErrors(services, [ticker], context))(ticker);
}

/** With the default of `days`. */
type Args = QueryCatalystsArgs & Required<Pick<QueryCatalystsArgs, 'days'>>;

/** Whether no source has given the reports of a ticker yet, from which its next one is estimated; they are fetched. */
async function areReportsUnread(services: Services, ticker: string, context: RequestContext): Promise<boolean> {
  const { earnings } = services.store.reading(context.versions);
  const reports = (await earnings.byTickers([ticker])).get(ticker) ?? [];
  return reports.length === 0 && unreadKinds(services, context, ticker, ['fundamentals']).length > 0;
}

/** Whether a window has no IPO while the IPO calendar has never been read, which is noted. */
function isIpoMissing(
  { isIpoUnread }: MarketCalendar,
  types: readonly CatalystType[],
  events: readonly Catalyst[],
  { versions }: RequestContext,
): boolean {
  if (!isIpoUnread || !types.includes('ipo') || events.some(({ type }) => type === 'ipo')) return false;
  noteUnread(versions, 'ipo');
  return true;
}

function catalystsReader(services: Services) {
  const calendarOf = calendarReader(services);
  return async ({ days, types = null, ticker = null }: Args, context: RequestContext) => {
    const { tier } = context;
    const { today } = context;
    const limits = limitsOf(tier);
    const request = narrowed(days, types, limits);
    const isOfReports = ticker !== null && request.types.includes('earnings');
    const unread = new Map<CatalystType, string>();
    if (isOfReports && (await areReportsUnread(services, ticker, context)))
      unread.set('earnings', unreadReason('fundamentals'));
    const calendar = await calendarOf(context, today);
    if (ticker !== null) await requireKnown(services, ticker, calendar, context);
    const window = { ...request, today, ticker };
    const events = catalystsIn(calendar.events, window);
    if (isIpoMissing(calendar, request.types, events, context)) unread.set('ipo', unreadReason('ipo'));
    for (const type of request.types)
      for (const source of calendar.sources.get(type) ?? []) context.dataSources.add(source);
    return {
      id: rootResultId('catalysts', tier, days, types, ticker),
      today: isoDate(today),
      windowDays: request.days,
      count: events.length,
      events: events.map((event) => shown(event, calendar)),
      tier,
      limits,
      clamped: request.clamped,
      missing: missingCatalysts(events, window, calendar.lastReleases).map(({ type, reason }) => ({
        type,
        reason: unread.get(type) ?? reason,
      })),
    };
  };
}

export function createFields(services: Services) {
  const read = catalystsReader(services);
  return {
    Query: { catalysts: (_root, args, context) => read(args, context) },
  } satisfies Fields;
}
