import type { ParseArgsConfig } from 'node:util';
import type { Runtime } from '../runtime.js';

/** A command's output: results on standard output, why it failed and progress on standard error. */
export interface Output {
  print(line: string): void;
  error(line: string): void;
  /** Replaces the previous progress line if the terminal supports it. */
  progress(line: string): void;
}

export type Options = NonNullable<ParseArgsConfig['options']>;
export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/**
 * One command of `npm run admin` or `npm run import`. It runs in this process, or in the server that has the data
 * directory open.
 */
export interface Command {
  /** The arguments after `npm run … --`. */
  readonly usage: string;
  readonly description: string;
  readonly options: Options;
  /** The option that is read from standard input: a secret, which must not be seen in the list of processes. */
  readonly secretOption?: string;
  /** Whether the schema is migrated before it runs; other commands never change it. */
  readonly migrates?: boolean;
  /** Whether it must have the database to itself: it is not run by the server that has an embedded one open. */
  readonly isAlone?: boolean;
  /** Returns the exit code. */
  run(input: CommandInput): Promise<number>;
}

export interface CommandInput {
  readonly runtime: Pick<
    Runtime,
    'store' | 'access' | 'hasDemoKeys' | 'sources' | 'queues' | 'clock' | 'vault' | 'webhooks'
  >;
  readonly values: Values;
  readonly positionals: readonly string[];
  readonly output: Output;
}
