import { sql, type Kysely, type Selectable } from 'kysely';
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
  /** Stores releases with distinct keys and days in place of those with the same key, or the same title and day. */
  save(tx: Kysely<Tables>, releases: readonly (MacroRelease & { readonly source: string })[]): Promise<void>;
}

/** Names that sources have for the releases of the calendar that comes with the program, after its titles. */
const TITLES: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'Consumer Price Index',
    [
      'cpi',
      'cpi report',
      'cpi release',
      'consumer price index (cpi)',
      'cpi (consumer price index)',
      'consumer price index report',
      'consumer prices',
    ],
  ],
  [
    'Employment Situation',
    [
      'nfp',
      'nonfarm payrolls',
      'non-farm payrolls',
      'non farm payrolls',
      'nonfarm payrolls (nfp)',
      'jobs report',
      'employment report',
      'employment situation report',
      'employment situation summary',
      'the employment situation',
      'nonfarm payroll',
      'non-farm payroll',
    ],
  ],
  [
    'FOMC decision',
    [
      'fomc',
      'fomc meeting',
      'fomc rate decision',
      'fomc interest rate decision',
      'fomc statement',
      'fomc policy decision',
      'fed interest rate decision',
      'fed rate decision',
      'federal funds rate',
      'fed funds rate decision',
    ],
  ],
]);
const TITLE_OF: ReadonlyMap<string, string> = new Map(
  Array.from(TITLES, ([title, names]) => [title, ...names].map((name) => [plain(name), title] as const)).flat(),
);

/** The title of a release that a source calls otherwise: `US CPI` is `Consumer Price Index`; others as they are. */
export function macroTitle(given: string): string {
  return TITLE_OF.get(plain(given.replace(/^(?:u\.?s\.?a?|united states)[ :,-]+/i, ''))) ?? given;
}

/** The identity of a release, whenever it is published: its title and period, without case and spaces. */
export function macroReleaseKey({ title, period }: Pick<MacroRelease, 'title' | 'period'>): string {
  return plain(`${macroTitle(title)}|${period}`);
}

/** The identity of a release on its day: its title and day. Sources name the period of one release differently. */
export function macroReleaseDay({ title, day }: Pick<MacroRelease, 'title' | 'day'>): string {
  return `${plain(macroTitle(title))}\u0000${day}`;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ');
}
/** The same in SQL, of a column. */
const plainSql = (column: string): string => `lower(regexp_replace(${column}, '\\s+', ' ', 'g'))`;

/** Imported releases of the economic calendar. */
function createMacroReleasesRepository(db: Kysely<Tables>): MacroReleasesRepository {
  return {
    all: () => db.selectFrom('macro_releases').selectAll().orderBy('day').orderBy('key').execute(),
    async save(tx, releases) {
      const rows = releases.map((release) => ({ ...release, key: macroReleaseKey(release) }));
      // Another import must not add the same day between the two statements.
      await sql`lock table macro_releases in share row exclusive mode`.execute(tx);
      const [titles, days] = [rows.map(({ title }) => title), rows.map(({ day }) => day)];
      const hasTitle = sql.raw(`${plainSql('stored.title')} = ${plainSql('given.title')}`);
      await sql`
        delete from macro_releases stored using unnest(${titles}::text[], ${days}::integer[]) given (title, day)
        where ${hasTitle} and stored.day = given.day`.execute(tx);
      await sql`delete from macro_releases where key = any(${rows.map(({ key }) => key)}::text[])`.execute(tx);
      await upsert(tx, 'macro_releases', ['key'], rows);
    },
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
    '0081-one-release-a-day': [
      // The row that tells more stays: its time, and where it is published.
      `delete from macro_releases one using macro_releases other
        where ${plainSql('one.title')} = ${plainSql('other.title')}
          and one.day = other.day
          and (one.minute is not null, one.source_url is not null, other.key)
            < (other.minute is not null, other.source_url is not null, one.key)`,
      `create unique index macro_releases_title_day on macro_releases (${plainSql('title')}, day)`,
    ],
  },
} as const satisfies RepositoryRow;
