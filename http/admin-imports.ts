import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Express, Request, Response } from 'express';
import { ApiError } from '../access/errors.js';
import type { OperatorContext } from '../access/operator-context.js';
import type { Operator } from '../access/operators.js';
import { EVENT_STREAM } from '../gateway/live/event-stream.js';
import { requireOwnPage, type AdminOptions } from './admin.js';
import { Exchange } from './exchange.js';
import { importAnswer, type ImportAnswer } from './import-answer.js';
import type { HttpOptions } from './options.js';

const ADMIN_IMPORTS = '/admin/imports';
const ALLOW = ['Allow', 'POST, OPTIONS'];
const BYTES_PER_MIB = 1_048_576;
/** Seconds after which an import may be tried again while another one runs. */
const RETRY_AFTER_S = 5;

/** A file that was sent, and what it is. */
export interface SentFile {
  readonly kind: string;
  /** Where it is until the import has ended; its name is the one that was sent. */
  readonly path: string;
  readonly ticker: string | null;
  /** Whether one refused row refuses the file. */
  readonly isStrict: boolean;
  readonly operator: Operator;
  /** The id that its import is to have; a file with the id of an import that is recorded is not imported again. */
  readonly id: string | null;
}

/** How far the import of a file is: rows that were read or are stored now, and rows that were refused. */
export interface ImportStep {
  readonly step: 'reading' | 'storing';
  readonly rows: number;
  readonly refused: number;
}

export interface AdminImports {
  readonly kinds: readonly string[];
  /** Folder in which files are kept while they are imported. */
  readonly folder: string;
  readonly mostBytes: number;
  /** Imports a file and records it; resolves with the body of the response. `tell` is called as it goes on. */
  run(file: SentFile, tell: (step: ImportStep) => void): Promise<object>;
}

const LONGEST_NAME = 200;
/** A name without a path, which is no hidden file and has nothing that a terminal would obey. */
const FILE_NAME = /^(?!\.)[^/\\\p{Cc}]+$/u;

/** Nobody is there to be answered. */
class ClientLeft extends Error {
  constructor() {
    super('The client has left.');
  }
}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * A client that sends a file again, because the answer was lost, names it as it did before. Throws `invalid_parameter`.
 */
function idOf({ headers }: Request): string | null {
  const given = headers['idempotency-key'];
  if (given === undefined) return null;
  if (typeof given === 'string' && ID.test(given)) return given;
  throw new ApiError('invalid_parameter', 'Idempotency-Key must be a UUID in lower case.', {
    param: 'Idempotency-Key',
  });
}

function single(query: Exchange<OperatorContext>['query'], name: string): string | undefined {
  const value = query[name];
  if (Array.isArray(value)) throw new ApiError('invalid_parameter', `${name} must be given once.`, { param: name });
  return value === '' ? undefined : value;
}

/** What the query says of the file. Throws `missing_parameter` or `invalid_parameter`. */
function describedBy(
  { query, request }: Exchange<OperatorContext>,
  { kinds }: AdminImports,
): Omit<SentFile, 'path' | 'operator'> & { readonly name: string } {
  const required = (param: string): string => {
    const value = single(query, param);
    if (value === undefined)
      throw new ApiError('missing_parameter', `${param} is missing: POST ${ADMIN_IMPORTS}?kind=KIND&name=FILE.`, {
        param,
      });
    return value;
  };
  const kind = required('kind');
  if (!kinds.includes(kind))
    throw new ApiError('invalid_parameter', `kind must be one of ${kinds.join(', ')}.`, { param: 'kind' });
  const name = required('name');
  if (name.length > LONGEST_NAME || !FILE_NAME.test(name))
    throw new ApiError(
      'invalid_parameter',
      `name must be the name of a file without its folder, of at most ${LONGEST_NAME} characters.`,
      { param: 'name' },
    );
  const strict = single(query, 'strict') ?? 'false';
  if (strict !== 'true' && strict !== 'false')
    throw new ApiError('invalid_parameter', 'strict must be true or false.', { param: 'strict' });
  return { kind, name, ticker: single(query, 'ticker') ?? null, isStrict: strict === 'true', id: idOf(request) };
}

/** The body is the file itself: forms and compressed bodies are refused. */
function requirePlainBody({ headers }: Request): void {
  const isForm = /^(multipart\/|application\/x-www-form-urlencoded)/i.test(headers['content-type'] ?? '');
  if (isForm || headers['content-encoding'] !== undefined)
    throw new ApiError(
      'unsupported_media_type',
      'Send the file itself as the body, neither in a form nor compressed: curl --data-binary @FILE -H "Content-Type: application/octet-stream".',
    );
}

/**
 * Writes a body into a new file, part by part; memory holds a few of them. Throws `body_too_large`, with the rest of
 * the body unread, and ClientLeft.
 */
function writeBody(request: Request, file: string, mostBytes: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const written = createWriteStream(file, { flags: 'wx', mode: 0o600 });
    let bytes = 0;
    const fail = (error: Error): void => {
      request.off('data', take);
      // The file is closed before its folder is removed.
      written.once('close', () => reject(error)).destroy();
    };
    const take = (part: Buffer): void => {
      bytes += part.length;
      if (bytes > mostBytes) return fail(tooLarge(mostBytes));
      if (written.write(part)) return;
      request.pause();
      written.once('drain', () => request.resume());
    };
    written.once('error', reject);
    request.on('data', take);
    request.once('end', () => written.end(() => resolve()));
    // The connection ended before the body did. An error says no more.
    request.on('error', () => undefined);
    request.once('close', () => request.complete || fail(new ClientLeft()));
  });
}

function tooLarge(mostBytes: number): ApiError {
  return new ApiError(
    'body_too_large',
    `A file may have ${Math.floor(mostBytes / BYTES_PER_MIB)} MiB; import larger ones with npm run import.`,
  );
}

/**
 * `POST /admin/imports?kind=…&name=…`: imports the file in the body, as `npm run import` does, one at a time in a
 * process. A client that accepts event streams is told how far it is.
 */
export function mountAdminImports(
  app: Express,
  options: HttpOptions<OperatorContext> & Pick<AdminOptions, 'hasDemoKey'>,
  imports: AdminImports,
): void {
  let isBusy = false;
  /** False if its client has left, so that nothing is imported. */
  const receive = async (request: Request, file: string): Promise<boolean> => {
    try {
      await writeBody(request, file, imports.mostBytes);
      return true;
    } catch (error) {
      if (error instanceof ClientLeft) return false;
      throw error;
    }
  };
  /** The report on the file in the body, which is deleted before; null if its client left before it was received. */
  const received = async (
    { request, context: { operator } }: Exchange<OperatorContext>,
    name: string,
    described: Omit<SentFile, 'path' | 'operator'>,
    answer: ImportAnswer,
  ): Promise<object | null> => {
    await mkdir(imports.folder, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(path.join(imports.folder, 'import-'));
    try {
      const file = path.join(folder, name);
      if (!(await receive(request, file))) return null;
      await answer.begin();
      return await imports.run({ ...described, path: file, operator }, answer.tell);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  const run = async (exchange: Exchange<OperatorContext>, response: Response): Promise<void> => {
    const { request } = exchange;
    requirePlainBody(request);
    const { name, ...described } = describedBy(exchange, imports);
    if (Number(request.headers['content-length'] ?? 0) > imports.mostBytes) throw tooLarge(imports.mostBytes);
    if (isBusy)
      throw new ApiError('unavailable', 'Another file is being imported; try again when it is done.', {
        retry_after_s: RETRY_AFTER_S,
      });
    isBusy = true;
    const answer = importAnswer(exchange, request.accepts(['application/json', EVENT_STREAM]) === EVENT_STREAM);
    try {
      const report = await received(exchange, name, described, answer);
      if (report === null) response.destroy();
      else answer.end(report);
    } catch (error) {
      answer.fail(error);
    } finally {
      isBusy = false;
    }
  };
  app.all(ADMIN_IMPORTS, (request: Request, response: Response) => {
    const exchange = new Exchange(options, request, response);
    if (request.method === 'OPTIONS') return exchange.preflight(ALLOW);
    exchange.run(false, () => {
      requireOwnPage(request, options);
      if (request.method === 'POST') return run(exchange, response);
      return exchange.refuse(new ApiError('method_not_allowed', `${ADMIN_IMPORTS} only supports POST.`), ALLOW);
    });
  });
}
