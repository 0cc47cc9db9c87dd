import { z } from 'zod';
import type { EventType, TEST_EVENT_TYPE } from './event-types.js';

const instant = z.iso.datetime();
const ticker = z.string();
/** USD, 4 decimals. */
const price = z.number().positive();
const date = z.iso.date();
const offer = z.number().positive().nullable();
const label = z.enum(['Strong Buy', 'Buy', 'Neutral', 'Sell', 'Strong Sell']);
const band = z.enum(['extreme_fear', 'fear', 'neutral', 'greed', 'extreme_greed']);

const BENCHMARK_NOTE = 'the benchmark at that close, frozen: `ticker`, `price` in USD, `at`';

/** What `data` of each event carries, and who is told; the tables of `docs/webhooks.md` are made from this. */
export const EVENT_DATA = {
  'edge_alert.fired': {
    receivers: 'all who subscribed',
    data: z.strictObject({
      kind: z.enum(['feed', 'regime', 'cohort']).describe('`feed`, `regime` or `cohort`'),
      from: z.string().describe('what was so: `live` or `dark` of the feed, `calm` or `stressed` of the regime, `working` or `not_working` of a cohort'),
      to: z.string().describe('what is so now'),
      text: z.string().describe('a sentence for people; that of a cohort begins with its label and a colon'),
      at: instant.describe('the close that it was read at; of the feed, when it was found'),
    }),
  },
  'mood.band_change': {
    receivers: 'all who subscribed',
    data: z.strictObject({
      from: band.describe('the band before'),
      to: band.describe('the new band: `extreme_fear`, `fear`, `neutral`, `greed` or `extreme_greed`'),
      score: z.number().min(0).max(100).describe('the mood, 0 to 100'),
      anchor: z.strictObject({ ticker, price, at: instant }).describe(BENCHMARK_NOTE),
    }),
  },
  'signal.flip': {
    receivers: 'accounts that hold the ticker',
    data: z.strictObject({
      ticker: ticker.describe('as it is stored, `BRK.B`'),
      direction: z.enum(['up', 'down']).describe('`up` towards Strong Buy, or `down`'),
      from: label.describe('label of the recorded composite before'),
      to: label.describe('label of the recorded composite of that day'),
      at: instant.describe('the close of that day'),
      price: price.describe('USD at that close, split-adjusted'),
    }),
  },
  'ipo.listing': {
    receivers: 'all who subscribed',
    data: z.strictObject({
      ticker: ticker.describe('the ticker it lists under'),
      issuer_name: z.string().describe('who lists'),
      listing_date: date.describe('`YYYY-MM-DD`'),
      previous_listing_date: date.optional().describe('the date before; only where it moved'),
      exchange: z.string().nullable().describe('null where the calendar names none'),
      offer_low: offer.describe('USD a share, null where it is not known'),
      offer_high: offer.describe('the same as `offer_low` where one price is known'),
    }),
  },
  'webhook.test': {
    receivers: 'the endpoint that is tested',
    data: z.strictObject({ message: z.string().describe('a sentence for people') }),
  },
} as const satisfies Record<EventType | typeof TEST_EVENT_TYPE, { readonly receivers: string; readonly data: z.ZodObject }>;

export type EventData<Type extends keyof typeof EVENT_DATA> = z.infer<(typeof EVENT_DATA)[Type]['data']>;
