import { z } from 'zod';
import type { RatingActionFields } from '../../store/rating-actions.js';
import { crowdedDays, RATINGS } from '../files/import-ratings.js';
import { readJsonRows, type RowFile } from '../files/row-import.js';
import { ReadError } from '../live/read-error.js';
import { summaryModule } from './summary-answer.js';

export const RATINGS_MODULE = 'upgradeDowngradeHistory';

const history = z.object({ history: z.array(z.unknown()) });

export interface RatingHistory extends RowFile<RatingActionFields> {
  /** What an operator should know of it. */
  readonly notes: readonly string[];
}

/** The rows of rating actions in an answer. Throws ReadError. */
export function ratingHistory(json: unknown): readonly unknown[] {
  const parsed = history.safeParse(summaryModule(json, RATINGS_MODULE));
  if (!parsed.success) throw new ReadError('unreadable', 'The history of rating actions is not as expected.');
  return parsed.data.history;
}

/**
 * Rating actions through the same columns as an import of them. Throws ReadError `unknown_ticker` if there are none.
 */
export async function readRatings(given: readonly unknown[], ticker: string, now: Date): Promise<RatingHistory> {
  if (given.length === 0) throw new ReadError('unknown_ticker', `Yahoo has no rating action on ${ticker}.`);
  const file = await readJsonRows(RATINGS, [...given], { ticker }, { now });
  return { ...file, notes: crowdedDays(file.rows) };
}
