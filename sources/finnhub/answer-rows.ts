import { z } from 'zod';
import { ReadError } from '../live/read-error.js';
import type { RefusedRow } from '../files/import-report.js';

/** The rows of an answer in a standard model, and those that are no valid ones, by their place in the answer from 1. */
export interface AnswerRows<Row> {
  readonly rows: readonly Row[];
  readonly refused: readonly RefusedRow[];
}

/** The list in an answer: the answer itself, or what it has under a name. Throws ReadError. */
function listIn(json: unknown, list: string | null): readonly unknown[] {
  const given = list === null ? json : z.looseObject({}).safeParse(json).data?.[list];
  if (Array.isArray(given)) return given as readonly unknown[];
  throw new ReadError('unreadable', `Finnhub's answer has no list${list === null ? '' : ` "${list}"`}.`);
}

/** Reads a list row by row: a row that the vendor's shape or the model does not allow is refused, the others count. */
export function answerRows<Row>(json: unknown, list: string | null, row: z.ZodType<Row>): AnswerRows<Row> {
  const rows: Row[] = [];
  const refused: RefusedRow[] = [];
  for (const [index, given] of listIn(json, list).entries()) {
    const parsed = row.safeParse(given);
    if (parsed.success) rows.push(parsed.data);
    else {
      const [issue] = parsed.error.issues;
      refused.push({
        line: index + 1,
        reason: `${issue?.path.join('.') ?? ''} ${issue?.message ?? 'not valid'}`.trim(),
      });
    }
  }
  return { rows, refused };
}

/** Reads an answer that is one object. Throws ReadError. */
export function answerRow<Row>(json: unknown, row: z.ZodType<Row>): AnswerRows<Row> {
  const parsed = row.safeParse(json);
  if (parsed.success) return { rows: [parsed.data], refused: [] };
  const [issue] = parsed.error.issues;
  throw new ReadError(
    'unreadable',
    `Finnhub's answer is not as expected: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}.`,
  );
}
