import { ApiError } from '../access/errors.js';
import { ImportError } from '../sources/files/import-report.js';
import { SourceError } from '../sources/index.js';
import { codeOf, StoreError } from '../store/errors.js';

/** An error whose message tells the user what to do; printed without a stack. */
export class Failure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Failure';
  }
}

const LISTENING: Readonly<Record<string, (address: string, setting: string) => string>> = {
  EADDRINUSE: (address, setting) =>
    `${address} is already in use; stop the other program, or set ${setting} to another port.`,
  EACCES: (address, setting) => `No permission to listen on ${address}; set ${setting} to a port above 1023.`,
  EADDRNOTAVAIL: (address) => `${address} is not an address of this machine; set HOST to one that is.`,
  ENOTFOUND: (address) => `${address} is not an address of this machine; set HOST to one that is.`,
};

/** Explains a listen error in one sentence; `setting` names the setting for the port. */
export function listenFailure(error: unknown, address: string, setting = 'PORT'): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const explain = LISTENING[code];
  return explain === undefined ? error : new Failure(explain(address, setting), { cause: error });
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'its directory does not exist',
  EISDIR: 'it is a directory',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
};

/** Explains in one sentence why the file that `setting` names could not be read. */
export function unreadableFile(setting: string, file: string, error: unknown): Failure {
  const code = codeOf(error) ?? 'unknown reason';
  return new Failure(`${setting}: ${file} cannot be read: ${UNREADABLE[code] ?? code}.`, { cause: error });
}

/** Errors whose messages are written for users. */
const USER_FACING = [Failure, StoreError, SourceError, ImportError, ApiError];

/** Text for an error that ends the program: its message if written for users, else the stack. */
export function explain(error: unknown): string {
  if (error instanceof Error && USER_FACING.some((type) => error instanceof type)) return error.message;
  if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
