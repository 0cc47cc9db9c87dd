import type { RequestContext } from '../../access/request-context.js';
import { newYorkTime, newYorkUtcMs } from '../../calendar/new-york-time.js';
import { newsScore } from '../../engines/news-sentiment.js';
import { swingSignal, type SwingSignal } from '../../engines/swing-signal.js';
import { SIMULATED } from '../../sources/simulated/simulated-rows.js';
import type { NewsPeriod } from '../../store/news.js';
import type { Security } from '../../store/securities.js';
import { fieldLoader, type BatchedField } from '../field-loader.js';
import { unreadKinds, unreadReason } from '../kind-not-read.js';
import { marketCaps } from '../market-cap.js';
import { resultId } from '../result-ids.js';
import type { Services } from '../services.js';
import { signalField, type SignalReading } from '../signal-field.js';
import type { SecurityRef } from '../tickers.js';
import type { Fields } from './generated/resolver-types.js';

interface SwingReading extends SignalReading {
  readonly sector: string | null;
  /** Of the news, 0 to 100; null with too few stories. */
  readonly sentiment: number | null;
}

interface SwingProfile {
  readonly marketCap: number | null;
  readonly sector: string | null;
}

/** Calendar days of news, the last session's included. */
const NEWS_DAYS = 7;

/** The week of news in New York that ends with the session of the signal. */
function newsPeriod(ticker: string, asOf: string): NewsPeriod {
  const { day } = newYorkTime(Date.parse(asOf));
  return { ticker, from: new Date(newYorkUtcMs(day - NEWS_DAYS + 1, 0)), to: new Date(newYorkUtcMs(day + 1, 0)) };
}

/** The sentiment of each security's news, without invented stories beside prices that are not. */
async function sentiments(
  services: Services,
  answers: ReadonlyMap<string, SignalReading>,
  profiles: ReadonlyMap<string, Security>,
  context: RequestContext,
): Promise<ReadonlyMap<string, number | null>> {
  const periods = [...answers].flatMap(([ticker, { read }]) => (read === null ? [] : [newsPeriod(ticker, read.asOf)]));
  const texts = await services.store.reading(context.versions).news.textsWithin(periods);
  return new Map(
    Array.from(texts, ([ticker, stories]) => {
      const isSimulated = profiles.get(ticker)?.source === SIMULATED;
      const told = stories.filter(({ source }) => isSimulated || source !== SIMULATED);
      const score = newsScore(told);
      if (score !== null) for (const { source } of told) context.dataSources.add(source);
      return [ticker, score];
    }),
  );
}

/** The composite signal, the sector and the sentiment of each security: a query of each table per batch. */
function readings(services: Services): BatchedField<SwingReading, SecurityRef, object> {
  const signals = signalField(services);
  return async (queries, context) => {
    const { securities } = services.store.reading(context.versions);
    const [found, profiles] = await Promise.all([
      signals(queries, context),
      securities.bySymbols([...new Set(queries.map(({ obj }) => obj.ticker))]),
    ]);
    const tickers = queries.map(({ obj }) => obj.ticker);
    const answers = found.flatMap((answer, index): (readonly [string, SignalReading])[] =>
      answer instanceof Error ? [] : [[tickers[index] ?? '', answer]],
    );
    const moods = await sentiments(services, new Map(answers), profiles, context);
    return found.map((answer, index) => {
      const ticker = tickers[index] ?? '';
      const sector = profiles.get(ticker)?.sector ?? null;
      return answer instanceof Error ? answer : { ...answer, sector, sentiment: moods.get(ticker) ?? null };
    });
  };
}

const REASONS = {
  technical: 'Too few sessions are stored.',
  flow: 'The last session has no minute bars with a measure of order flow, and the flow of options has no data.',
  sentiment: 'Fewer than three stories of the week that ends with the last session are stored.',
  marketCap: "No number of shares that was known on the day is stored, and no vendor's market value of that week.",
  sector: 'No sector of the company is stored.',
} as const;

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** What is null, with the reason; `unread` is why the profile of the company has not been read, null if it has. */
function missingOf({ pillars, marketCap, sector }: Pick<SwingSignal, 'pillars'> & SwingProfile, unread: string | null) {
  const all = [
    { value: 'technical', reason: REASONS.technical, of: pillars.technical },
    { value: 'flow', reason: REASONS.flow, of: pillars.flow },
    { value: 'sentiment', reason: REASONS.sentiment, of: pillars.sentiment },
    { value: 'market_cap', reason: unread ?? REASONS.marketCap, of: marketCap },
    { value: 'sector', reason: unread ?? REASONS.sector, of: sector },
  ] as const;
  return all.flatMap(({ value, reason, of }) => (of === null ? [{ value, reason }] : []));
}

export function createFields(services: Services) {
  const load = fieldLoader(readings(services));
  const marketCapOf = marketCaps(services);
  const sectorOf = async (ticker: string, { versions }: RequestContext): Promise<string | null> =>
    (await services.store.reading(versions).securities.bySymbols([ticker])).get(ticker)?.sector ?? null;
  return {
    Security: {
      async swingSignal(security, _args, context) {
        const { read, sentiment, ...profile } = await load(security, {}, context);
        const swing = read === null ? null : swingSignal(read.scores, sentiment);
        if (read === null || swing === null) return null;
        const { indicators, asOf, quote } = read;
        const value = await marketCapOf(security.ticker, newYorkTime(Date.parse(asOf)).day, context);
        const marketCap = value?.usd ?? null;
        // A reading of the market value may have told the sector.
        const sector = profile.sector ?? (await sectorOf(security.ticker, context));
        const isLacking = marketCap === null || sector === null;
        const unread = unreadKinds(services, context, security.ticker, isLacking ? ['profile'] : []);
        const why = unread.length === 0 ? null : sentence(unreadReason('profile'));
        return {
          ...swing,
          id: resultId('swingSignal', security),
          quote: { id: resultId('quote', security), ...quote },
          indicators,
          asOf,
          sector,
          marketCap,
          missing: missingOf({ pillars: swing.pillars, marketCap, sector }, why),
        };
      },
    },
  } satisfies Fields;
}
