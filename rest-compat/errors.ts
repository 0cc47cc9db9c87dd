import type { GraphQLFormattedError } from 'graphql';
import { ApiError, ERRORS, isErrorCode, type ErrorCode, type ErrorExtra } from '../access/errors.js';
import { locate, stepsOf } from '../access/parameters/faults.js';
import type { InputShape } from '../access/parameters/input-shape.js';
import type { Capability } from './capability.js';
import type { Sdl } from './sdl.js';
import type { Selected } from './selection.js';

/** The parts of a GraphQL error that REST uses. */
export interface AnswerError {
  readonly message: string;
  readonly path?: readonly (string | number)[] | undefined;
  readonly extensions?: GraphQLFormattedError['extensions'];
}

const EXTRA_KEYS = [
  'param',
  'details',
  'tier',
  'required_tier',
  'retry_after_s',
  'reset_in_s',
  'setup_url',
  'cap',
  'reasons',
  'unresolved',
] as const satisfies readonly (keyof ErrorExtra)[];

/** The declared code of a GraphQL error; `internal_error` for undeclared codes. */
export function codeOf({ extensions }: AnswerError): ErrorCode {
  const code = extensions?.['code'];
  const name = typeof code === 'string' ? code.toLowerCase() : '';
  return isErrorCode(name) ? name : 'internal_error';
}

/** Steps into a parameter, with the names of REST. */
function inRestNames(
  shape: InputShape | undefined,
  [step, ...inner]: readonly (string | number)[],
): readonly (string | number)[] {
  if (step === undefined) return [];
  if (shape?.kind === 'list') return [step, ...inRestNames(shape.of, inner)];
  const field = shape?.kind === 'object' ? shape.fields.find(({ graphqlName }) => graphqlName === step) : undefined;
  return [field?.name ?? step, ...inRestNames(field?.shape, inner)];
}

/** The graph's terms that REST has another word for. */
const REST_TERMS: Readonly<Record<string, string>> = { endCursor: 'next_cursor' };

interface Spelled {
  readonly message: string;
  readonly extra: ErrorExtra;
}

function withWord(message: string, word: string, other: string): string {
  if (word === other) return message;
  const literal = word.replaceAll(/[.[\]]/g, '\\$&');
  return message.replaceAll(new RegExp(`(?<![\\w.])${literal}(?!\\w)`, 'g'), other);
}

/** Replaces the graph's argument names with REST parameter names, in the message too. */
function inRestSpelling(message: string, extra: ErrorExtra, capability: Capability): Spelled {
  const spell = (param: string): string => {
    const [argument, ...inner] = stepsOf(param);
    const parameter = capability.parameters.find((each) => each.argument === argument);
    const name = parameter?.header ?? parameter?.name;
    if (parameter === undefined || name === undefined) return param;
    // A parameter of another name has another form, and one outside a JSON body is one text: it is named as a whole.
    const isWhole = name !== argument || parameter.place !== 'body';
    return isWhole ? name : locate(name, inRestNames(parameter.shape, inner));
  };
  const respelled = (text: string, param: string): string => {
    const argument = String(stepsOf(param)[0]);
    const words = [[param, spell(param)], [argument, spell(argument)], ...Object.entries(REST_TERMS)] as const;
    return words.reduce((told, [word, other]) => withWord(told, word, other), text);
  };
  const { param, details } = extra;
  const spelledDetails = details?.map((each) => ({
    param: spell(each.param),
    message: respelled(each.message, each.param),
  }));
  return {
    message: param === undefined ? message : respelled(message, param),
    extra: {
      ...extra,
      ...(param === undefined ? {} : { param: spell(param) }),
      ...(spelledDetails === undefined ? {} : { details: spelledDetails }),
    },
  };
}

function toApiError(error: AnswerError, code: ErrorCode, capability: Capability): ApiError {
  const extra: ErrorExtra = Object.fromEntries(
    EXTRA_KEYS.flatMap((key) => (error.extensions?.[key] === undefined ? [] : [[key, error.extensions[key]]])),
  );
  const spelled = inRestSpelling(error.message, extra, capability);
  return new ApiError(code, code === 'internal_error' ? ERRORS.internal_error.message : spelled.message, spelled.extra);
}

/** Whether the error is inside a section, which is then null while the rest of the response is valid. */
function isUnderSection(path: readonly (string | number)[], selected: readonly Selected[], sdl: Sdl): boolean {
  const keys = path.filter((step) => typeof step === 'string');
  let level = selected;
  for (const key of keys) {
    const step = level.find((field) => field.key === key);
    if (step === undefined) return false;
    if (sdl.directive('section', step.field) !== undefined) return true;
    level = step.children;
  }
  return false;
}

/**
 * The error that fails the response, or null if all errors are inside sections. The first error that is not
 * `internal_error` wins, because a declared code is more useful to a client.
 */
export function failureOf(errors: readonly AnswerError[], capability: Capability, sdl: Sdl): ApiError | null {
  const failing = errors.filter(
    ({ path }) => path === undefined || !isUnderSection(path, capability.operation.selected, sdl),
  );
  const error = failing.find((candidate) => codeOf(candidate) !== 'internal_error') ?? failing[0];
  return error === undefined ? null : toApiError(error, codeOf(error), capability);
}
