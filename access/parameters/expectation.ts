import type { InputShape } from './input-shape.js';
import { echo } from '../echo.js';
import { UnreadableInput } from './unreadable-input.js';

function range(noun: string, min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `${noun} from ${min} to ${max}`;
  if (min !== undefined) return `${noun} of at least ${min}`;
  return max === undefined ? noun : `${noun} of at most ${max}`;
}

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`;
}

function listOf(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `a list of ${min} to ${entries(max)}`;
  if (min !== undefined) return `a list of at least ${entries(min)}`;
  return max === undefined ? 'a list' : `a list of at most ${entries(max)}`;
}

/** Describes valid values of a parameter; the text follows "must be". */
function expectation(shape: InputShape): string {
  switch (shape.kind) {
    case 'ticker':
      return '1 to 10 letters, digits, dots or dashes, starting with a letter, such as AAPL or BRK.B';
    case 'boolean':
      return 'true or false (or 1 or 0)';
    case 'date':
      return 'a valid date, as YYYY-MM-DD';
    case 'instant':
      return 'an ISO 8601 time with a zone, such as 2026-01-31T12:00:00Z';
    case 'json':
      return 'any JSON value';
    case 'text': {
      const what =
        shape.what ?? `text without control characters${shape.hasLines === true ? ' but line feeds and tabs' : ''}`;
      if (shape.maxLength === undefined) return what;
      return `${what}, ${shape.minLength === undefined ? 'at most' : `${shape.minLength} to`} ${shape.maxLength} characters`;
    }
    case 'integer':
      return `${range('a whole number', shape.min, shape.max)}${shape.hasAll === true ? ', or all' : ''}`;
    case 'number':
      return range('a number', shape.min, shape.max);
    case 'enum':
      return `one of ${shape.options.map(({ wire }) => wire).join(', ')}`;
    case 'list':
      return listOf(shape.minEntries, shape.maxEntries);
    case 'object':
      return `an object with ${shape.fields.map(({ name, isRequired }) => (isRequired ? name : `${name} (optional)`)).join(', ')}`;
  }
}

/*
 * The sentences about parameters, the same in REST and GraphQL. Each is a predicate; the parameter's name precedes it
 * and a full stop follows.
 */

/** What the value must be and what was sent. */
export function wrongValue(shape: InputShape, value: unknown): string {
  if (value === undefined) return isMissing(shape);
  if (!(value instanceof UnreadableInput)) return `must be ${expectation(shape)}; got ${echo(value)}`;
  // Scalars of text have rules that the shape does not know.
  return `must be ${shape.kind === 'text' ? value.rule : expectation(shape)}; got ${echo(value.value)}`;
}

export function isMissing(shape: InputShape): string {
  return `is required: ${expectation(shape)}`;
}

/** A list of more entries than `max`, or of fewer than `min`. */
export function wrongCount(bound: { readonly min: number } | { readonly max: number }, count: number): string {
  return `must have at ${'max' in bound ? `most ${entries(bound.max)}` : `least ${entries(bound.min)}`}; got ${count}`;
}

export function tooLong(maxLength: number, length: number): string {
  return `must have at most ${maxLength} characters; got ${length}`;
}
