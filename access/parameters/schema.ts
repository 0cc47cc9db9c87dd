import { z } from 'zod';
import { isPlainText, isTextOfLines } from '../echo.js';
import { tooLong, wrongCount, wrongValue } from './expectation.js';
import type { InputField, InputShape } from './input-shape.js';
import { UnreadableInput } from './unreadable-input.js';

/**
 * `text` for URLs, where every value is a string; `json` for bodies, which have types; `graph` for arguments, whose
 * types GraphQL has checked: only bounds, tickers and text are left.
 */
export type Encoding = 'text' | 'json' | 'graph';

interface Refusal {
  readonly error: (issue: { readonly input?: unknown }) => string;
}

/** Checked before upper-casing, which would turn `ß` and `ſ` into Latin letters. */
const TICKER = /^[A-Za-z][A-Za-z0-9.-]{0,9}$/;

/** `brk-b` is `BRK.B`. */
export function canonicalTicker(text: string): string {
  return text.toUpperCase().replaceAll('-', '.');
}

/** Entries of a list without a bound of its own: each entry can be an error of its own. */
const LONGEST_LIST = 1_000;

/** In place of a number where there may be no limit. */
const ALL = 'all';
const INTEGER = /^-?\d{1,15}$/;
/** A number as text: `60`, `40.5`, `.5`, `1e3`. */
export const NUMBER = /^-?(\d{1,15}(\.\d{1,15})?|\.\d{1,15})(e[+-]?\d{1,3})?$/i;

function isWithin(text: string, maxLength: number): boolean {
  return text.length <= maxLength || (text.length <= 2 * maxLength && Array.from(text).length <= maxLength);
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

/** Whatever a scalar of the graph could read. */
function readable(say: Refusal): z.ZodType {
  return z.unknown().refine((value) => !(value instanceof UnreadableInput), say);
}

function textSchema(shape: Extract<InputShape, { kind: 'text' }>, say: Refusal): z.ZodType {
  const { minLength = 0, maxLength, hasLines = false } = shape;
  const plain = z
    .string(say)
    .min(minLength, say)
    .refine(hasLines ? isTextOfLines : isPlainText, say);
  if (maxLength === undefined) return plain;
  const error = ({ input }: { readonly input?: unknown }): string =>
    tooLong(maxLength, Array.from(String(input)).length);
  return plain.refine((text) => isWithin(text, maxLength), { error });
}

function numberSchema(
  shape: Extract<InputShape, { kind: 'integer' | 'number' }>,
  encoding: Encoding,
  say: Refusal,
): z.ZodType {
  let bounded = shape.kind === 'integer' && encoding !== 'graph' ? z.number(say).int(say) : z.number(say);
  if (shape.min !== undefined) bounded = bounded.min(shape.min, say);
  if (shape.max !== undefined) bounded = bounded.max(shape.max, say);
  if (encoding !== 'text') return bounded;
  const counted = z
    .string(say)
    .regex(shape.kind === 'integer' ? INTEGER : NUMBER, say)
    .transform(Number)
    .pipe(bounded);
  return shape.hasAll === true ? z.union([z.literal(ALL).transform(() => null), counted], say) : counted;
}

function booleanSchema(encoding: Encoding, say: Refusal): z.ZodType {
  if (encoding === 'text')
    return z
      .string(say)
      .toLowerCase()
      .pipe(z.enum(['true', 'false', '1', '0'], say))
      .transform((text) => text === 'true' || text === '1');
  return z.literal([true, false, 1, 0], say).transform(Boolean);
}

function enumSchema(shape: Extract<InputShape, { kind: 'enum' }>, say: Refusal): z.ZodType {
  const names = new Map(shape.options.map(({ wire, name }) => [wire, name]));
  return z
    .enum(
      shape.options.map(({ wire }) => wire),
      say,
    )
    .transform((wire) => names.get(wire));
}

/** Entries of a comma-separated list; one trailing comma is ignored. */
export function splitList(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.length > 1 && entries[entries.length - 1] === '' ? entries.slice(0, -1) : entries;
}

/** The count is checked before the entries, so that a list that is too long has one error. */
function listSchema(shape: Extract<InputShape, { kind: 'list' }>, encoding: Encoding, say: Refusal): z.ZodType {
  const { of, minEntries = 0, maxEntries: max = LONGEST_LIST } = shape;
  const counted = (bound: { readonly min: number } | { readonly max: number }): Refusal => ({
    error: ({ input }) => wrongCount(bound, Array.isArray(input) ? input.length : 0),
  });
  const bounded = z
    .array(z.unknown(), say)
    .min(minEntries, counted({ min: minEntries }))
    .max(max, counted({ max }))
    .pipe(z.array(schemaOf(of, encoding)));
  if (encoding !== 'text') return bounded;
  return z
    .union([z.string(), z.array(z.string())], say)
    .transform((text): unknown[] => splitList(typeof text === 'string' ? text : text.join(',')))
    .pipe(bounded);
}

function objectSchema(fields: readonly InputField[], say: Refusal): z.ZodType {
  const spellings = fields.map(({ name, graphqlName }) => [name, graphqlName] as const);
  const members = fields.map(({ name, isRequired, shape }) => {
    const schema = schemaOf(shape, 'json');
    return [name, isRequired ? schema : schema.optional()] as const;
  });
  return z.object(Object.fromEntries(members), say).transform((value) => {
    const read: Readonly<Record<string, unknown>> = value;
    return Object.fromEntries(
      spellings.flatMap(([name, graphqlName]) => (read[name] === undefined ? [] : [[graphqlName, read[name]]])),
    );
  });
}

/** An input object whose fields keep their names, and are null or absent where GraphQL allows it. */
function graphObjectSchema(fields: readonly InputField[], say: Refusal): z.ZodType {
  const members = fields.map(({ graphqlName, isRequired, shape }) => {
    const schema = schemaOf(shape, 'graph');
    return [graphqlName, isRequired ? schema : schema.nullish()] as const;
  });
  return z.object(Object.fromEntries(members), say);
}

/**
 * The zod schema of one parameter: parses what was sent into the variable's value. Its messages follow the parameter's
 * name. Tickers are trimmed and upper-cased; those of REST keep the caller's separator, which the body repeats.
 */
export function schemaOf(shape: InputShape, encoding: Encoding): z.ZodType {
  const say: Refusal = { error: ({ input }) => wrongValue(shape, input) };
  const isTyped = encoding === 'graph';
  switch (shape.kind) {
    case 'ticker':
      return z
        .string(say)
        .trim()
        .regex(TICKER, say)
        .transform((text) => (isTyped ? canonicalTicker(text) : text.toUpperCase()));
    case 'boolean':
      return isTyped ? z.unknown() : booleanSchema(encoding, say);
    case 'date':
      return isTyped ? readable(say) : z.string(say).refine(isDate, say);
    case 'instant':
      return isTyped ? readable(say) : z.iso.datetime({ offset: true, ...say });
    case 'json':
      if (encoding === 'text') throw new Error('JSON cannot be passed in a URL, only in a body.');
      return z.unknown();
    case 'text':
      return textSchema(shape, say);
    case 'integer':
    case 'number':
      return numberSchema(shape, encoding, say);
    case 'enum':
      return isTyped ? z.unknown() : enumSchema(shape, say);
    case 'list':
      return listSchema(shape, encoding, say);
    case 'object':
      if (encoding === 'text') throw new Error('An object cannot be passed in a URL, only in a body.');
      return isTyped ? graphObjectSchema(shape.fields, say) : objectSchema(shape.fields, say);
  }
}

/** Whether GraphQL's own checks of an argument's type leave anything to check. */
export function hasBounds(shape: InputShape): boolean {
  switch (shape.kind) {
    case 'boolean':
    case 'json':
    case 'enum':
      return false;
    case 'list':
      return shape.minEntries !== undefined || shape.maxEntries !== undefined || hasBounds(shape.of);
    case 'object':
      return shape.fields.some((field) => hasBounds(field.shape));
    default:
      return true;
  }
}
