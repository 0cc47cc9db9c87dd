import type { InputShape } from '../input-shape.js';

function range(noun: string, min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `${noun} from ${min} to ${max}`;
  if (min !== undefined) return `${noun} of at least ${min}`;
  return max === undefined ? noun : `${noun} of at most ${max}`;
}

/** Describes valid values of a parameter; the text follows "must be". */
export function expectation(shape: InputShape): string {
  switch (shape.kind) {
    case 'ticker':
      return 'a ticker: 1 to 10 letters, digits, dots or dashes, starting with a letter';
    case 'boolean':
      return 'true or false (or 1 or 0)';
    case 'date':
      return 'a valid date, as YYYY-MM-DD';
    case 'instant':
      return 'an ISO 8601 time with a zone, such as 2026-01-31T12:00:00Z';
    case 'text':
      return shape.maxLength === undefined
        ? 'text without control characters'
        : `text of at most ${shape.maxLength} characters, without control characters`;
    case 'integer':
      return range('a whole number', shape.min, shape.max);
    case 'number':
      return range('a number', shape.min, shape.max);
    case 'enum':
      return `one of ${shape.options.map(({ wire }) => wire).join(', ')}`;
    case 'list':
      return shape.maxEntries === undefined ? 'a list' : `a list of at most ${shape.maxEntries} entries`;
    case 'object':
      return `an object with ${shape.fields.map(({ name, isRequired }) => (isRequired ? name : `${name} (optional)`)).join(', ')}`;
  }
}
