import { z } from 'zod';
import { ReadError } from '../live/read-error.js';

const failure = z.object({ code: z.string(), description: z.string().nullish() }).nullish();
const result = z.array(z.record(z.string(), z.unknown())).nullish();
const answer = z.object({ result, error: failure });

/** Codes by which Yahoo says that it has nothing of the kind for the symbol. */
const NOTHING: readonly string[] = ['Not Found'];

/** The first result of an answer named `name`, such as `quoteSummary`. Throws ReadError. */
export function firstResult(json: unknown, name: string): Readonly<Record<string, unknown>> {
  const parsed = z.object({ [name]: answer }).safeParse(json);
  const given = parsed.data?.[name];
  if (given === undefined) throw new ReadError('unreadable', `Yahoo's answer is no ${name}.`);
  const [first] = given.result ?? [];
  if (first !== undefined) return first;
  const { code, description } = given.error ?? { code: 'Not Found', description: 'no result' };
  const told = description ?? code;
  if (NOTHING.includes(code)) throw new ReadError('unknown_ticker', `Yahoo has nothing of the kind: ${told}.`);
  throw new ReadError('unreadable', `Yahoo gave no ${name}: ${told}.`);
}

/** One module of a quoteSummary. Throws ReadError. */
export function summaryModule(json: unknown, module: string): unknown {
  const given = firstResult(json, 'quoteSummary')[module];
  if (given === undefined || given === null) throw new ReadError('unreadable', `Yahoo's answer has no ${module}.`);
  return given;
}
