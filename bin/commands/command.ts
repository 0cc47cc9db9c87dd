import type { ParseArgsConfig } from 'node:util';
import type { Runtime } from '../runtime.js';

/** Where a command writes: results on standard output, progress beside them. */
export interface Output {
  print(line: string): void;
  /** Replaces the line of progress before it, where the terminal can. */
  progress(line: string): void;
}

export type Options = NonNullable<ParseArgsConfig['options']>;
export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** One command of `npm run admin` or `npm run import`; it runs in this process or in the server that holds the data directory. */
export interface Command {
  /** Words after `npm run … --`. */
  readonly usage: string;
  readonly description: string;
  readonly options: Options;
  /** Answers the exit code. */
  run(input: CommandInput): Promise<number>;
}

export interface CommandInput {
  readonly runtime: Pick<Runtime, 'store' | 'access' | 'queues' | 'clock'>;
  readonly values: Values;
  readonly positionals: readonly string[];
  readonly output: Output;
}
