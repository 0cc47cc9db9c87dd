import { certificateFailure } from './tls-failures.js';

/** Why the store could not be opened or read. */
export type StoreErrorCode =
  | 'database_url_invalid'
  | 'database_refused'
  | 'database_unknown_host'
  | 'database_password'
  | 'database_missing'
  | 'database_tls'
  | 'database_failed'
  | 'database_pooled'
  | 'replica_unrelated'
  | 'migration_failed'
  | 'schema_newer'
  | 'schema_older'
  | 'export_damaged'
  | 'export_unwritable'
  | 'export_schema'
  | 'import_not_empty'
  | 'data_dir_locked'
  | 'data_dir_unusable'
  | 'data_dir_corrupt'
  | 'bars_corrupt'
  | 'bars_invalid'
  | 'composites_corrupt';

/** A failure with a user-facing message: one sentence without stack, query or password. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.code = code;
  }
}

const EXAMPLE = 'postgres://user:password@host:5432/database';

/**
 * The address in the database URL of a setting as `host:port/database`, without user and password. Throws StoreError.
 */
export function describeDatabaseUrl(databaseUrl: string, setting = 'DATABASE_URL'): string {
  let url: URL;
  try {
    url = new URL(databaseUrl);
  } catch {
    // No cause: the parser's error contains the URL with its password.
    throw new StoreError('database_url_invalid', `${setting} is not a URL; use the form ${EXAMPLE}.`);
  }
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') {
    const message = `${setting} must start with postgres://, not ${url.protocol}//; use the form ${EXAMPLE}.`;
    throw new StoreError('database_url_invalid', message);
  }
  const host = url.hostname || url.searchParams.get('host') || 'localhost';
  return `${decodeURIComponent(host)}:${url.port || '5432'}${url.pathname}`;
}

/** What the client says, without a code. */
const NO_TLS = 'The server does not support SSL connections';
/** How the server's refusal of a connection without TLS ends. */
const WITHOUT_TLS = 'no encryption';

/** What a user does about a connection that failed for TLS; undefined for other errors. */
function tlsFailure(address: string, error: unknown, setting: string): string | undefined {
  const message = messageOf(error);
  if (message === NO_TLS)
    return `PostgreSQL at ${address} does not offer TLS: turn it on there, or remove sslmode from ${setting}.`;
  if (message.endsWith(WITHOUT_TLS))
    return `PostgreSQL at ${address} refuses connections without TLS: add ?sslmode=verify-full to ${setting}.`;
  const remedy = `name the file with its authority's certificate with sslrootcert in ${setting}`;
  return certificateFailure(`PostgreSQL at ${address}`, codeOf(error), remedy);
}

/** Maps a failed connection to `address`, which `setting` has, to a StoreError. */
export function connectionError(address: string, error: unknown, setting = 'DATABASE_URL'): StoreError {
  if (error instanceof StoreError) return error;
  const code = codeOf(error);
  const cause = { cause: error };
  const tls = tlsFailure(address, error, setting);
  if (tls !== undefined) return new StoreError('database_tls', tls, cause);
  switch (code) {
    case 'ECONNREFUSED':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return new StoreError(
        'database_refused',
        `PostgreSQL is unreachable at ${address}: start it, or correct the host and port in ${setting}.`,
        cause,
      );
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StoreError(
        'database_unknown_host',
        `The host in ${setting} (${address}) is unknown: correct its name.`,
        cause,
      );
    case '28P01':
    case '28000':
      return new StoreError(
        'database_password',
        `PostgreSQL at ${address} rejected the user or password: correct them in ${setting}.`,
        cause,
      );
    case '3D000':
      return new StoreError(
        'database_missing',
        `The PostgreSQL database ${address} does not exist: create it, or correct its name in ${setting}.`,
        cause,
      );
    default:
      return new StoreError(
        'database_failed',
        `The connection to PostgreSQL at ${address} failed (${code ?? 'timeout'}).`,
        cause,
      );
  }
}

/** The data directory is open in another process. */
export function lockedError(dataDir: string, pid: string | null): StoreError {
  const owner = pid === null ? 'another process' : `process ${pid}`;
  return new StoreError(
    'data_dir_locked',
    `The data directory ${dataDir} is in use by ${owner}: stop it, choose another directory with SVC_DATA_DIR, or share one PostgreSQL through DATABASE_URL.`,
  );
}

/** The data directory cannot be created or written. */
export function unusableError(dataDir: string, error: unknown): StoreError {
  const code = codeOf(error);
  const why = code === undefined ? undefined : UNUSABLE[code];
  return new StoreError(
    'data_dir_unusable',
    `The data directory ${dataDir} ${why ?? `cannot be used (${code ?? 'unknown reason'})`}; choose another with SVC_DATA_DIR.`,
    { cause: error },
  );
}

const UNUSABLE: Readonly<Record<string, string>> = {
  EACCES: 'is not writable by this user',
  EPERM: 'is not writable by this user',
  EROFS: 'lies on a read-only file system',
  ENOTDIR: 'is not a directory',
  EEXIST: 'is not a directory',
  ENOSPC: 'lies on a full disk',
  ENOENT: 'cannot be created',
};

/** An export cannot be written to its file. */
export function exportError(file: string, error: unknown): StoreError {
  const code = codeOf(error) ?? 'unknown reason';
  const why = UNWRITABLE[code] ?? code;
  return new StoreError('export_unwritable', `${file} cannot be written: ${why}. No export was made.`, {
    cause: error,
  });
}

const UNWRITABLE: Readonly<Record<string, string>> = {
  ENOENT: 'its directory does not exist',
  ENOTDIR: 'its directory does not exist',
  EISDIR: 'it is a directory',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it lies on a read-only file system',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
};

/** The data directory contains something that cannot be opened as a database. */
export function corruptError(dataDir: string, error: unknown): StoreError {
  return new StoreError(
    'data_dir_corrupt',
    `The database in ${dataDir} does not open, it is damaged or of another version: restore a copy, or move the directory away to start afresh.`,
    { cause: error },
  );
}

/** The `code` of a system or database error; undefined if it has none. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  // A host with several addresses fails with one error per address.
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0) return codeOf(error.errors[0]);
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}
