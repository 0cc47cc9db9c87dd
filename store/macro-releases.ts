import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import { oneOf, pageAddress, text } from './field-schemas.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

/**
 * A dated release of the economic calendar: what is published, and the month or meeting that it is about. `day` (since
 * 1970-01-01) and `minute` (since midnight; null if the time is not known) are New York's.
 */
export const macroRelease = z.object({
  title: text('title', 120),
  period: text('period', 80),
  day: z.int(),
  minute: z.int().min(0).max(1439).nullable(),
  detail: text('detail', 200).nullable(),
  importance: oneOf('importance', ['low', 'medium', 'high']),
  sourceUrl: pageAddress('the address of the source', 500).nullable(),
});

export type MacroRelease = Readonly<z.infer<typeof macroRelease>>;

declare module './tables.js' {
  interface Tables {
    macro_releases: MacroRelease & { key: string; source: string };
  }
}

export type StoredRelease = Readonly<Selectable<Tables['macro_releases']>>;

export interface MacroReleasesRepository {
  /** All that were imported, in addition to the calendar that comes with the program. */
  all(): Promise<readonly StoredRelease[]>;
  /** Stores releases with distinct keys, or replaces those with the same keys. */
  save(tx: Kysely<Tables>, releases: readonly (MacroRelease & { readonly source: string })[]): Promise<void>;
}

/** The identity of a release, whenever it is published: its title and period, without case and spaces. */
export function macroReleaseKey({ title, period }: Pick<MacroRelease, 'title' | 'period'>): string {
  return `${title}|${period}`.toLowerCase().replace(/\s+/g, ' ');
}

/** Imported releases of the economic calendar. */
function createMacroReleasesRepository(db: Kysely<Tables>): MacroReleasesRepository {
  return {
    all: () => db.selectFrom('macro_releases').selectAll().orderBy('day').orderBy('key').execute(),
    save: (tx, releases) =>
      upsert(
        tx,
        'macro_releases',
        ['key'],
        releases.map((release) => ({ ...release, key: macroReleaseKey(release) })),
      ),
  };
}

export const REPOSITORY = {
  create: createMacroReleasesRepository,
  replica: {},
  tables: { macro_releases: 'table' },
  migrations: {
    '0033-macro-releases': [
      `create table macro_releases (
        key text primary key, title text not null, period text not null, day integer not null, minute integer,
        detail text, importance text not null check (importance in ('low', 'medium', 'high')), source_url text,
        source text not null)`,
    ],
  },
} as const satisfies RepositoryRow;
