import type { ReadFile } from '../files/import-files.js';
import type { KindName } from './kind-table.js';

/** What was read of a ticker and is not stored yet: the same as an import makes of a file with it. */
export type ReadRows = Pick<ReadFile, 'rows' | 'refused' | 'notes' | 'save'>;

/** Reads one kind of data of a ticker. Throws ReadError. */
export type ReadKind = (ticker: string, now: Date) => Promise<ReadRows>;

/** A source of other data than daily bars: query, extract and transform of each kind that it gives. */
export interface KindSource {
  /** As stored with the rows. */
  readonly name: string;
  readonly kinds: Readonly<Partial<Record<KindName, ReadKind>>>;
  /** Throws ReadError unless the source answers. */
  probe(now: Date): Promise<void>;
}
