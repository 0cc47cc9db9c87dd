import { ApiError, type ErrorDetail } from '../../access/errors.js';
import type { Parameter } from '../capability.js';
import { expectation } from './parameter-messages.js';
import type { Raw } from '../../http/raw.js';
import { schemaOf } from './schema.js';

export type Variables = Record<string, unknown>;

export interface RawInput {
  readonly path: Raw;
  /** Query string, or the body if the method has one. */
  readonly values: Raw;
}

interface Fault extends ErrorDetail {
  readonly isMissing: boolean;
}

interface Reader {
  /** Adds the value to `variables` or returns what is wrong with it. */
  read(input: RawInput, variables: Variables): Fault | null;
}

/** `holdings` and `[0, 'ticker']` make `holdings[0].ticker`. */
function locate(name: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>((place, step) => (typeof step === 'number' ? `${place}[${step}]` : `${place}.${String(step)}`), name);
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

function readerOf(parameter: Parameter): Reader {
  const { name, shape, isRequired } = parameter;
  const schema = schemaOf(shape, parameter.place === 'body' || parameter.place === 'form' ? 'json' : 'text', name);
  const missing: Fault = { param: name, message: `${name} is required: ${expectation(shape)}`, isMissing: true };
  const repeats = parameter.place === 'query' && shape.kind !== 'list';
  return {
    read(input, variables) {
      const raws = parameter.place === 'path' ? input.path : input.values;
      const raw = Object.hasOwn(raws, name) ? raws[name] : undefined;
      if (raw === undefined) return isRequired ? missing : null;
      if (repeats && Array.isArray(raw)) {
        return { param: name, message: `${name} must be given once, not ${raw.length} times`, isMissing: false };
      }
      if (isRequired && (raw === null || isBlank(raw))) return missing;
      const parsed = schema.safeParse(raw);
      if (parsed.success) {
        variables[name] = parsed.data;
        return null;
      }
      const [issue] = parsed.error.issues;
      return { param: locate(name, issue?.path ?? []), message: issue?.message ?? `${name} is invalid`, isMissing: false };
    },
  };
}

function refuse(faults: readonly Fault[], first: Fault): never {
  const code = first.isMissing ? 'missing_parameter' : 'invalid_parameter';
  if (faults.length === 1) throw new ApiError(code, `${first.message}.`, { param: first.param });
  const details = faults.map(({ param, message }) => ({ param, message: `${message}.` }));
  throw new ApiError(code, `${faults.map(({ message }) => message).join('; ')}.`, { param: first.param, details });
}

/**
 * Creates the reader of an endpoint's variables, once at startup. Unknown parameters are ignored; missing ones take the
 * SDL's default. Throws `missing_parameter` or `invalid_parameter` with `param`, and `details` if several are wrong.
 */
export function parameterReader(parameters: readonly Parameter[]): (input: RawInput) => Variables {
  const readers = parameters.map(readerOf);
  return (input) => {
    const variables: Variables = {};
    let faults: Fault[] | null = null;
    for (const reader of readers) {
      const fault = reader.read(input, variables);
      if (fault !== null) (faults ??= []).push(fault);
    }
    const [first] = faults ?? [];
    if (faults !== null && first !== undefined) refuse(faults, first);
    return variables;
  };
}
