import { getNamedType, isScalarType, type GraphQLArgument } from 'graphql';
import type { DirectiveReader } from '../../access/parameters/directives.js';
import { locate, refuseFaults, type Fault } from '../../access/parameters/faults.js';
import { INPUT } from './errors.js';
import { inputShape } from '../../access/parameters/input-shape.js';
import { hasBounds, schemaOf } from '../../access/parameters/schema.js';

/** The federation's representations of entities, which are not an argument of ours. */
const ANY = '_Any';
const LOCAL_DATE = 'LocalDate';

export type Arguments = Readonly<Record<string, unknown>>;

/**
 * Compiles the SDL's bounds on a field's arguments into one function. It returns the arguments to resolve with (tickers
 * in their canonical form) or throws `invalid_parameter` naming every fault, in the sentences of REST. Null if there
 * are no bounds. `from` and `to`, where both are dates, are in this order.
 */
export function argumentChecks(
  args: readonly GraphQLArgument[],
  directive: DirectiveReader,
): ((values: Arguments) => Arguments) | null {
  const checked = args
    .filter(({ type }) => getNamedType(type).name !== ANY)
    .map((argument) => ({ name: argument.name, shape: inputShape({ directive }, argument) }))
    .filter(({ shape }) => hasBounds(shape))
    .map(({ name, shape }) => ({ name, schema: schemaOf(shape, 'graph') }));
  const isRange = isDateRange(args);
  if (checked.length === 0 && !isRange) return null;
  return (values) => {
    const out: Record<string, unknown> = { ...values };
    const faults: Fault[] = [];
    for (const { name, schema } of checked) {
      const value = out[name];
      if (value === undefined || value === null) continue;
      const parsed = schema.safeParse(value);
      if (parsed.success) out[name] = parsed.data;
      else for (const { path, message } of parsed.error.issues) faults.push(faultAt(paramAt(name, path), message));
    }
    if (isRange && faults.length === 0) faults.push(...rangeFaults(out));
    refuseFaults(faults);
    return out;
  };
}

/** Whether arguments are the first and the last date of what is wanted. */
const isDateRange = (args: readonly GraphQLArgument[]): boolean =>
  ['from', 'to'].every((end) =>
    args.some(({ name, type }) => name === end && isScalarType(type) && type.name === LOCAL_DATE),
  );

/** A range that ends before it begins is a mistake, and would look like missing data. */
function rangeFaults({ from, to }: Arguments): readonly Fault[] {
  if (typeof from !== 'string' || typeof to !== 'string' || from <= to) return [];
  return [faultAt('from', `must be on or before to, which is ${to}`)];
}

/** Parameters of a mutation are named without their `input`. */
function paramAt(name: string, [first, ...rest]: readonly PropertyKey[]): string {
  if (first === undefined) return name;
  return name === INPUT && typeof first === 'string' ? locate(first, rest) : locate(name, [first, ...rest]);
}

function faultAt(param: string, predicate: string): Fault {
  return { param, message: `${param} ${predicate}`, isMissing: false };
}
