import { ApiError } from '../access/errors.js';
import { ImportError } from '../sources/files/import-report.js';
import { SourceError } from '../sources/index.js';
import { StoreError } from '../store/errors.js';

/** A failure whose message tells a person what to do; printed without a stack. */
export class Failure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Failure';
  }
}

const LISTENING: Readonly<Record<string, (address: string, setting: string) => string>> = {
  EADDRINUSE: (address, setting) => `Something else is already listening on ${address}; stop it, or set ${setting} to another port.`,
  EACCES: (address, setting) => `This user may not listen on ${address}; set ${setting} to a port above 1023.`,
  EADDRNOTAVAIL: (address) => `${address} is not an address of this machine; set HOST to one that is.`,
  ENOTFOUND: (address) => `${address} is not an address of this machine; set HOST to one that is.`,
};

/** Why a server cannot listen, as one sentence; `setting` is what sets its port. */
export function listenFailure(error: unknown, address: string, setting = 'PORT'): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const explain = LISTENING[code];
  return explain === undefined ? error : new Failure(explain(address, setting), { cause: error });
}

/** Errors whose messages are sentences for people. */
const FOR_PEOPLE = [Failure, StoreError, SourceError, ImportError, ApiError];

/** What to print of an error that ends the program: the sentence meant for people, else the whole error. */
export function explain(error: unknown): string {
  if (error instanceof Error && FOR_PEOPLE.some((type) => error instanceof type)) return error.message;
  if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
