import { sql, type Kysely, type Selectable } from 'kysely';
import { z } from 'zod';
import type { Timestamp } from './column-types.js';
import { amount, oneOf, price, text } from './field-schemas.js';
import {
  byCompany,
  companySlug,
  EVIDENCE,
  KNOWN_TO_THE_DAY,
  PRECISIONS,
  sourceAddress,
  type WithoutPrecisions,
} from './private-fields.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

const SECONDARY_KINDS = ['tender', 'block', 'indication', 'authorized_secondary'] as const;

/**
 * An observed event in the trade of a private company's existing shares. `day` (since 1970-01-01) is the event's, of a
 * bare month or year the day that it counts as, with the precision; amounts in USD, `pricePerShare` in USD per share.
 */
export const secondaryEvent = z.object({
  slug: companySlug,
  day: z.int(),
  kind: oneOf('kind', SECONDARY_KINDS),
  confidence: oneOf('confidence', EVIDENCE),
  impliedValuationUsd: amount('implied valuation').nullable(),
  pricePerShare: price('price per share').nullable(),
  sizeUsd: amount('size').nullable(),
  note: text('note', 300).nullable(),
  asOfDay: z.int(),
  ...PRECISIONS,
  sourceUrl: sourceAddress,
});

export type SecondaryEventFields = Readonly<z.infer<typeof secondaryEvent>>;

declare module './tables.js' {
  interface Tables {
    secondary_events: SecondaryEventFields & {
      key: string;
      source: string;
      /** When it was stored, or changed last. */
      recordedAt: Timestamp;
    };
  }
}

export type SecondaryEvent = Readonly<Selectable<Tables['secondary_events']>>;

/** Without a precision, the days are known; without an instant, it is stored now. */
export type NewSecondaryEvent = WithoutPrecisions<Omit<SecondaryEvent, 'key' | 'recordedAt'>> &
  Partial<Pick<SecondaryEvent, 'recordedAt'>>;

export interface SecondaryEventsRepository {
  /** Of each company, oldest first; one query. Companies without any are left out. */
  bySlugs(slugs: readonly string[]): Promise<ReadonlyMap<string, readonly SecondaryEvent[]>>;
  /** Of all companies, by slug and day. */
  all(): Promise<readonly SecondaryEvent[]>;
  /** Stores events with distinct keys, or replaces those with the same keys. */
  upsert(tx: Kysely<Tables>, events: readonly NewSecondaryEvent[]): Promise<void>;
  /** Removes the events of one source, but for those with the keys of `kept`. */
  removeSource(tx: Kysely<Tables>, source: string, kept?: readonly NewSecondaryEvent[]): Promise<void>;
}

/** The identity of an event: the same sale told by two pages is two events only if their figures differ. */
function secondaryEventKey(event: NewSecondaryEvent): string {
  const { slug, day, kind, impliedValuationUsd, pricePerShare, sizeUsd } = event;
  return JSON.stringify([slug, day, kind, impliedValuationUsd, pricePerShare, sizeUsd]);
}

/** Tenders, blocks, indications and authorised sales of private companies' shares. */
function createSecondaryEventsRepository(db: Kysely<Tables>): SecondaryEventsRepository {
  const ordered = () =>
    db
      .selectFrom('secondary_events')
      .selectAll()
      .orderBy(sql`slug collate "C"`)
      .orderBy('day')
      .orderBy(sql`key collate "C"`);
  return {
    bySlugs: (slugs) => byCompany(slugs, (among) => ordered().where(among).execute()),
    all: () => ordered().execute(),
    upsert: (tx, events) =>
      upsert(
        tx,
        'secondary_events',
        ['key'],
        events.map((event) => ({
          ...KNOWN_TO_THE_DAY,
          recordedAt: new Date(),
          ...event,
          key: secondaryEventKey(event),
        })),
        [],
        'recordedAt',
      ),
    async removeSource(tx, source, kept = []) {
      await tx
        .deleteFrom('secondary_events')
        .where('source', '=', source)
        .where(sql<boolean>`key <> all(${kept.map(secondaryEventKey)}::text[])`)
        .execute();
    },
  };
}

export const REPOSITORY = {
  create: createSecondaryEventsRepository,
  replica: {},
  tables: { secondary_events: 'table' },
  migrations: {
    '0036-secondary-events': [
      `create table secondary_events (
        key text primary key, slug text not null, day integer not null,
        kind text not null check (kind in ('tender', 'block', 'indication', 'authorized_secondary')),
        confidence text not null check (confidence in ('disclosed', 'reported', 'indicative')),
        implied_valuation_usd double precision, price_per_share double precision, size_usd double precision, note text,
        as_of_day integer not null, source_url text not null, source text not null)`,
      `create index secondary_events_slug on secondary_events (slug, day)`,
    ],
    '0055-event-precisions': [
      `alter table secondary_events add column day_precision text not null default 'day'
        check (day_precision in ('year', 'month', 'day'))`,
      `alter table secondary_events add column as_of_precision text not null default 'day'
        check (as_of_precision in ('year', 'month', 'day'))`,
    ],
    '0056-recorded-events': [`alter table secondary_events add column recorded_at timestamptz not null default now()`],
  },
} as const satisfies RepositoryRow;
