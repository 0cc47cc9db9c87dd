import { ApiError, type ErrorDetail } from '../errors.js';

/** What is wrong with one parameter; `message` is a sentence without its full stop. */
export interface Fault extends ErrorDetail {
  readonly isMissing: boolean;
}

/** Faults that the message repeats; `details` has more. */
const MOST_IN_MESSAGE = 5;
/** Faults in `details`: a body can have as many as it has entries. */
const MOST_DETAILS = 100;

/** `holdings` and `[0, 'ticker']` make `holdings[0].ticker`. */
export function locate(name: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (place, step) => (typeof step === 'number' ? `${place}[${step}]` : `${place}.${String(step)}`),
    name,
  );
}

/** The steps of such a place: `holdings[0].ticker` is `["holdings", 0, "ticker"]`. */
export function stepsOf(place: string): readonly (string | number)[] {
  return (place.match(/[^.[\]]+/g) ?? []).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/**
 * The error `missing_parameter` or `invalid_parameter`, after the first fault, with `details` if there are several;
 * null without a fault. `hints` are whole sentences that end the message.
 */
export function errorOf(faults: readonly Fault[], hints: readonly string[] = []): ApiError | null {
  const [first] = faults;
  if (first === undefined) return null;
  const more = faults.length - MOST_IN_MESSAGE;
  const told = faults.slice(0, MOST_IN_MESSAGE).map(({ message }) => message);
  const message = [`${[...told, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')}.`, ...hints].join(' ');
  const placeOf = ({ param, path }: Fault) => ({ param, ...(path === undefined ? {} : { path }) });
  const details = faults.slice(0, MOST_DETAILS).map((fault) => ({ ...placeOf(fault), message: `${fault.message}.` }));
  const code = first.isMissing ? 'missing_parameter' : 'invalid_parameter';
  return new ApiError(code, message, { ...placeOf(first), ...(faults.length > 1 ? { details } : {}) });
}

/** Throws the error of these faults, if there is one. */
export function refuseFaults(faults: readonly Fault[], hints: readonly string[] = []): void {
  const error = errorOf(faults, hints);
  if (error !== null) throw error;
}
