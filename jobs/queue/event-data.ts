import { z } from 'zod';
import type { EventType, TEST_EVENT_TYPE } from './event-types.js';

const instant = z.iso.datetime();
const ticker = z.string();
/** USD, 4 decimals; below 1 USD 7 significant digits. */
const price = z.number().positive();
const date = z.iso.date();
const offer = z.number().positive().nullable();
const label = z.enum(['Strong Buy', 'Buy', 'Neutral', 'Sell', 'Strong Sell']);
const band = z.enum(['extreme_fear', 'fear', 'neutral', 'greed', 'extreme_greed']);

const BENCHMARK_NOTE = 'the benchmark at that close, never revised: `ticker`, `price` in USD, `at`';

/** The `data` of each event, and its receivers; the tables in `docs/webhooks.md` are generated from this. */
export const EVENT_DATA = {
  'edge_alert.fired': {
    receivers: 'all subscribed accounts',
    data: z.strictObject({
      kind: z.enum(['feed', 'regime', 'cohort']).describe('`feed`, `regime` or `cohort`'),
      from: z
        .string()
        .describe(
          'previous state: `live` or `dark` (feed), `calm` or `stressed` (regime), `working` or `not_working` (cohort)',
        ),
      to: z.string().describe('new state'),
      text: z.string().describe('a sentence for display; for a cohort it begins with the label and a colon'),
      at: instant.describe('the close at which the change was observed; for the feed, when it was detected'),
    }),
  },
  'mood.band_change': {
    receivers: 'all subscribed accounts',
    data: z.strictObject({
      from: band.describe('the previous band'),
      to: band.describe('the new band: `extreme_fear`, `fear`, `neutral`, `greed` or `extreme_greed`'),
      score: z.number().min(0).max(100).describe('the mood against the past year, 0 to 100'),
      anchor: z.strictObject({ ticker, price, at: instant }).describe(BENCHMARK_NOTE),
    }),
  },
  'signal.flip': {
    receivers: 'accounts that hold the ticker',
    data: z.strictObject({
      ticker: ticker.describe('the canonical symbol, such as `BRK.B`'),
      direction: z.enum(['up', 'down']).describe('`up` towards Strong Buy, or `down`'),
      from: label.describe('the label that stood before'),
      to: label.describe(
        'the label that has stood for two recorded closes, with a score at least 1 point inside its band',
      ),
      at: instant.describe('the second of these closes, or the first after it with such a score'),
      price: price.describe('USD at that close, split-adjusted'),
    }),
  },
  'ipo.listing': {
    receivers: 'all subscribed accounts',
    data: z.strictObject({
      ticker: ticker.describe('ticker of the new listing'),
      issuer_name: z.string().describe('name of the issuer'),
      listing_date: date.describe('`YYYY-MM-DD`'),
      previous_listing_date: date.optional().describe('the previous date; only if it changed'),
      exchange: z.string().nullable().describe('null if the calendar has none'),
      offer_low: offer.describe('USD per share, null if unknown'),
      offer_high: offer.describe('equal to `offer_low` if there is a single price'),
    }),
  },
  'webhook.test': {
    receivers: 'the webhook that is tested',
    data: z.strictObject({ message: z.string().describe('a sentence for display') }),
  },
} as const satisfies Record<
  EventType | typeof TEST_EVENT_TYPE,
  { readonly receivers: string; readonly data: z.ZodObject }
>;

export type EventData<Type extends keyof typeof EVENT_DATA> = z.infer<(typeof EVENT_DATA)[Type]['data']>;

/** Receivers and JSON schema of the `data` of every event type. */
export function describeEvents(): Readonly<
  Record<string, { readonly receivers: string; readonly data: Readonly<Record<string, unknown>> }>
> {
  return Object.fromEntries(
    Object.entries(EVENT_DATA).map(([type, { receivers, data }]) => {
      const { $schema: _dialect, ...schema } = z.toJSONSchema(data);
      return [type, { receivers, data: schema }];
    }),
  );
}
