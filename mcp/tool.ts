import type { z } from 'zod';
import { echo } from '../access/echo.js';
import { ApiError, type ErrorCode, type ErrorExtra } from '../access/errors.js';
import type { LocalAnswer, LocalRequest } from '../http/local-request.js';
import type { Catalogue } from './catalogue.js';
import { nextStep } from './next-step.js';

/** What a tool works with. */
export interface ToolContext {
  readonly catalogue: Catalogue;
  /** Names of the tools that are offered. */
  readonly tools: readonly string[];
  /** Sends a request to REST in the caller's name. */
  readonly send: (request: LocalRequest) => Promise<LocalAnswer>;
  readonly requestId: string;
  /** Called with what was thrown and is no declared error. */
  readonly onError: (error: unknown) => void;
}

/** What a tool tells an agent: `error` if it failed. */
export type ToolAnswer = Readonly<Record<string, unknown>>;

/** One row of `tools/list`, and what answers its calls. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    readonly required?: string[];
  };
  readonly outputSchema: { readonly type: 'object'; readonly properties: Readonly<Record<string, object>> };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** Throws `missing_parameter` or `invalid_parameter` for arguments that it cannot read. */
  run(given: unknown, context: ToolContext): ToolAnswer | Promise<ToolAnswer>;
}

/** Longest answer in bytes of JSON, unless detail is asked for. */
const SHORT_BYTES = 2_000;

export const isShort = (answer: object): boolean => Buffer.byteLength(JSON.stringify(answer)) <= SHORT_BYTES;

/** What every answer may have, in output schemas. */
export const ERROR_PROPERTY = {
  type: 'object',
  properties: { code: { type: 'string' }, message: { type: 'string' }, next: { type: 'string' } },
  required: ['code', 'message'],
};
export const DETAIL_PROPERTY = { type: 'boolean', description: 'The whole answer instead of at most 2,000 bytes.' };
export const LEFT_OUT_PROPERTY = {
  type: 'array',
  items: { type: 'string' },
  description: 'What a short answer does not have; parameters that were ignored.',
};

/** An error for an agent: code and message as in REST, and what to do next. */
export function errorAnswer(
  error: { readonly error: string; readonly message: string } & Readonly<Record<string, unknown>>,
  status: number,
): ToolAnswer {
  const { error: code, message, ...extra } = error;
  const next = nextStep(code);
  return { status, error: { code, message, ...(next === undefined ? {} : { next }), ...extra } };
}

/** A refusal by a tool itself, with what to do about it. */
export class ToolError extends ApiError {
  readonly next: string;

  constructor(code: ErrorCode, message: string, next: string, extra?: ErrorExtra) {
    super(code, message, extra);
    this.next = next;
  }
}

/** An error that was thrown before REST was asked. */
export function refusalAnswer(error: ApiError, requestId: string): ToolAnswer {
  const { code, message, extra, status } = error;
  const next = error instanceof ToolError ? { next: error.next } : {};
  return errorAnswer({ error: code, message, ...next, ...extra, request_id: requestId }, status);
}

/** What to do about arguments of a tool: `read_schema` knows those of capabilities alone. */
export const ARGUMENT_STEP =
  "Correct the argument and call again; the tool's input schema in tools/list says what each is.";

/** Reads the arguments of a tool. Throws `missing_parameter` or `invalid_parameter`. */
export function readArguments<Shape extends z.ZodType>(shape: Shape, given: unknown): z.infer<Shape> {
  const parsed = shape.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0];
  const name = String(param ?? 'arguments');
  const value: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, name) : given;
  if (value === undefined && issue?.code !== 'unrecognized_keys')
    throw new ToolError(
      'missing_parameter',
      `${name} is missing; the tool's input schema says what it is.`,
      ARGUMENT_STEP,
      { param: name },
    );
  throw new ToolError(
    'invalid_parameter',
    `${name} is not as the tool's input schema says (${issue?.message ?? 'it does not fit'}); got ${echo(value)}.`,
    ARGUMENT_STEP,
    { param: name },
  );
}
