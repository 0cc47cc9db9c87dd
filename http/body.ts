import { json, type Request, type RequestHandler, type Response } from 'express';
import { ApiError } from '../access/errors.js';
import type { Raw } from './raw.js';

/** Maximum body size (`docs/decisions.md`, errors). */
export const BODY_LIMIT_BYTES = 256 * 1024;
/** Maximum nesting depth of a body. */
const DEEPEST = 32;

/** By the most bytes that a body may have, which count as they are unpacked. */
const PARSERS = new Map<number, RequestHandler>();

function parserFor(limit: number): RequestHandler {
  const parser = PARSERS.get(limit) ?? json({ limit, strict: false, type: () => true });
  PARSERS.set(limit, parser);
  return parser;
}

function hasBody({ headers }: Request): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return headers['content-length'] !== undefined && headers['content-length'] !== '0';
}

/** Whether a body is under way that is longer than any that is read, or may be: a connection is not kept for it. */
export function hasLongBody({ headers, complete }: Request): boolean {
  if (complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > BODY_LIMIT_BYTES;
}

const beyond = (limit: number): ApiError =>
  new ApiError('body_too_large', `The body is larger than ${String(limit / 1024)} KiB; send less.`);

/** The error to send for an error of the parser, whose errors have a status. */
function bodyError(error: unknown, limit: number): ApiError {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 413) return beyond(limit);
  if (status === 415) {
    const message = 'Send the body as UTF-8 JSON, optionally compressed with gzip, deflate or br.';
    return new ApiError('unsupported_media_type', message);
  }
  return new ApiError('invalid_json');
}

/** Whether no list or object is nested deeper than `deepest`. Not recursive, because the sender chooses the depth. */
function isShallow(value: unknown, deepest: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const entry of level) {
      if (typeof entry !== 'object' || entry === null) continue;
      if (depth >= deepest) return false;
      for (const child of Object.values(entry)) next.push(child);
    }
    level = next;
  }
  return true;
}

/** Throws `invalid_json` if a value of a client is nested too deeply; `name` is what it is called. */
export function requireShallow(value: unknown, name: string): void {
  if (!isShallow(value, DEEPEST))
    throw new ApiError('invalid_json', `The ${name} is nested deeper than ${DEEPEST} levels.`);
}

function asObject(body: unknown, refuseList: () => ApiError): Raw {
  if (Array.isArray(body)) throw refuseList();
  if (typeof body !== 'object' || body === null) throw notAnObject();
  requireShallow(body, 'body');
  return { ...body };
}

function notAnObject(): ApiError {
  return new ApiError('invalid_json', 'The body must be one JSON object.');
}

/** The connection closes after the response, so that nobody has to read the rest of the body. */
function tooLarge(response: Response, limit: number): ApiError {
  response.shouldKeepAlive = false;
  return beyond(limit);
}

/**
 * The request's JSON object; empty if there is no body. `refuseList` is the error for a list, `limit` the most bytes.
 * Throws `unsupported_media_type`, `body_too_large` or `invalid_json`.
 */
export async function readBody(
  request: Request,
  response: Response,
  refuseList = notAnObject,
  limit = BODY_LIMIT_BYTES,
): Promise<Raw> {
  if (!hasBody(request)) return {};
  if (request.is(['application/json', 'application/*+json']) === false) throw new ApiError('unsupported_media_type');
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(response, limit);
  await new Promise<void>((resolve, reject) => {
    let bytes = 0;
    // The parser would read a body without a length to its end before it fails.
    request.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > limit) reject(tooLarge(response, limit));
    });
    void parserFor(limit)(request, response, (error?: unknown) =>
      error === undefined ? resolve() : reject(bodyError(error, limit)),
    );
  });
  const body: unknown = request.body;
  return body === undefined ? {} : asObject(body, refuseList);
}
