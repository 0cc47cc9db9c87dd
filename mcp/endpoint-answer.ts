import type { LocalAnswer } from '../http/local-request.js';
import { pathsTo, pickFields } from './pick-fields.js';
import { shorten, type Shortened } from './shorten.js';
import { errorAnswer, isShort, type ToolAnswer } from './tool.js';

export interface Wanted {
  /** Whether the answer may be long. */
  readonly detail: boolean;
  /** Paths of the fields that are wanted; all if undefined. */
  readonly fields: readonly string[] | undefined;
  /** What was wanted and is not there. */
  readonly notes: readonly string[];
  /** How to get what a short answer leaves out. */
  readonly more?: string;
}

/** The error of a body of REST, if that is one. */
function errorOf(body: unknown): ({ error: string; message: string } & Record<string, unknown>) | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body) || !('message' in body)) return undefined;
  const { error, message } = body;
  return typeof error === 'string' && typeof message === 'string' ? { ...body, error, message } : undefined;
}

function amount(header: string | undefined): number | string | undefined {
  return header === undefined || Number.isNaN(Number(header)) ? header : Number(header);
}

function keysOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? Object.keys(value).join(', ') : 'no fields';
}

/** Unknown fields that are looked for all over an answer. */
const MOST_LOOKED_FOR = 3;

const MORE = 'For more: fields with the paths you need, or detail: true.';

const leftOutOf = (notes: readonly string[]): ToolAnswer => (notes.length === 0 ? {} : { left_out: notes });

/** An answer of REST for an agent. */
export function endpointAnswer(name: string, local: LocalAnswer, wanted: Wanted): ToolAnswer {
  return bodyAnswer(name, local, JSON.parse(local.text), wanted);
}

/** The same of a body that was read; `beside` is told with it. */
export function bodyAnswer(
  name: string,
  { status, headers }: LocalAnswer,
  body: unknown,
  { detail, fields, notes: given, more = MORE }: Wanted,
  beside: ToolAnswer = {},
): ToolAnswer {
  const error = status >= 400 ? errorOf(body) : undefined;
  if (error !== undefined) return { ...errorAnswer(error, status), ...leftOutOf(given) };
  const picked = fields === undefined ? { value: body, unknown: [] } : pickFields(body, fields);
  const missing = picked.unknown.map((path, at) => {
    const elsewhere = at < MOST_LOOKED_FOR ? pathsTo(body, path.split('.').at(-1) ?? path) : [];
    const known = elsewhere.length === 0 ? `there are ${keysOf(body)}` : `perhaps ${elsewhere.join(', ')}`;
    return `${path}: no such field; ${known}`;
  });
  const remaining = {
    minute: amount(headers['x-ratelimit-remaining']),
    month: amount(headers['x-ratelimit-monthly-remaining']),
  };
  const answer = ({ value, leftOut }: Shortened): ToolAnswer => {
    const notes = [...given, ...missing, ...leftOut, ...(leftOut.length === 0 ? [] : [more])];
    return { name, status, answer: value, ...beside, ...leftOutOf(notes), remaining };
  };
  const whole: Shortened = { value: picked.value, leftOut: [] };
  return answer(detail ? whole : shorten(picked.value, (short) => isShort(answer(short))));
}
