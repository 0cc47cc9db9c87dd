import { z } from 'zod';
import { echo, isPlainText } from '../../access/echo.js';
import type { InputField, InputShape } from '../input-shape.js';
import { expectation } from './parameter-messages.js';

/** `text` for URLs, where every value is a string; `json` for bodies, which have types. */
export type Encoding = 'text' | 'json';

interface Refusal {
  readonly error: (issue: { readonly input?: unknown }) => string;
}

/** The message for any invalid value: what it must be and what was sent. */
function refusal(name: string, shape: InputShape): Refusal {
  return { error: ({ input }) => `${name} must be ${expectation(shape)}; got ${echo(input)}` };
}

/** Checked before upper-casing, which would turn `ß` and `ſ` into Latin letters. */
const TICKER = /^[A-Za-z][A-Za-z0-9.-]{0,9}$/;

function isWithin(text: string, maxLength: number | undefined): boolean {
  return maxLength === undefined || text.length <= maxLength || (text.length <= 2 * maxLength && Array.from(text).length <= maxLength);
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

function numberSchema(shape: Extract<InputShape, { kind: 'integer' | 'number' }>, encoding: Encoding, say: Refusal): z.ZodType {
  let bounded = shape.kind === 'integer' ? z.number(say).int(say) : z.number(say);
  if (shape.min !== undefined) bounded = bounded.min(shape.min, say);
  if (shape.max !== undefined) bounded = bounded.max(shape.max, say);
  if (encoding === 'json') return bounded;
  const spelling = shape.kind === 'integer' ? /^-?\d{1,15}$/ : /^-?\d{1,15}(\.\d{1,15})?$/;
  return z.string(say).regex(spelling, say).transform(Number).pipe(bounded);
}

function booleanSchema(encoding: Encoding, say: Refusal): z.ZodType {
  if (encoding === 'text') return z.enum(['true', 'false', '1', '0'], say).transform((text) => text === 'true' || text === '1');
  return z.literal([true, false, 1, 0], say).transform(Boolean);
}

function enumSchema(shape: Extract<InputShape, { kind: 'enum' }>, say: Refusal): z.ZodType {
  const names = new Map(shape.options.map(({ wire, name }) => [wire, name]));
  return z.enum(shape.options.map(({ wire }) => wire), say).transform((wire) => names.get(wire));
}

function listSchema(shape: Extract<InputShape, { kind: 'list' }>, encoding: Encoding, name: string, say: Refusal): z.ZodType {
  const entries = z.array(schemaOf(shape.of, encoding, `each entry of ${name}`), say);
  const bounded = shape.maxEntries === undefined ? entries : entries.max(shape.maxEntries, say);
  if (encoding === 'json') return bounded;
  return z
    .union([z.string(), z.array(z.string())], say)
    .transform((text): unknown[] => (typeof text === 'string' ? text : text.join(',')).split(',').map((entry) => entry.trim()))
    .pipe(bounded);
}

function objectSchema(fields: readonly InputField[], say: Refusal): z.ZodType {
  const spellings = fields.map(({ name, graphqlName }) => [name, graphqlName] as const);
  const members = fields.map(({ name, isRequired, shape }) => {
    const schema = schemaOf(shape, 'json', name);
    return [name, isRequired ? schema : schema.optional()] as const;
  });
  return z.object(Object.fromEntries(members), say).transform((value) => {
    const read: Readonly<Record<string, unknown>> = value;
    return Object.fromEntries(spellings.flatMap(([name, graphqlName]) => (read[name] === undefined ? [] : [[graphqlName, read[name]]])));
  });
}

/**
 * The zod schema of one parameter: parses the REST spelling into the variable's value.
 * Tickers are trimmed and upper-cased and keep the caller's separator.
 * @param name the parameter's name in messages
 */
export function schemaOf(shape: InputShape, encoding: Encoding, name: string): z.ZodType {
  const say = refusal(name, shape);
  switch (shape.kind) {
    case 'ticker':
      return z.string(say).trim().regex(TICKER, say).transform((text) => text.toUpperCase());
    case 'boolean':
      return booleanSchema(encoding, say);
    case 'date':
      return z.string(say).refine(isDate, say);
    case 'instant':
      return z.iso.datetime({ offset: true, ...say });
    case 'text':
      return z.string(say).refine((text) => isWithin(text, shape.maxLength) && isPlainText(text), say);
    case 'integer':
    case 'number':
      return numberSchema(shape, encoding, say);
    case 'enum':
      return enumSchema(shape, say);
    case 'list':
      return listSchema(shape, encoding, name, say);
    case 'object':
      if (encoding === 'text') throw new Error(`${name} is an object; it cannot be passed in a URL, only in a body`);
      return objectSchema(shape.fields, say);
  }
}
