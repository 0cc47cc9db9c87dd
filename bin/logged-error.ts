import { pino } from 'pino';

const asWithout = (command: string, error: unknown): unknown => {
  if (typeof error !== 'object' || error === null) return error;
  const { [command]: _, aggregateErrors, ...kept } = error as Readonly<Record<string, unknown>>;
  if (!Array.isArray(aggregateErrors)) return kept;
  return { ...kept, aggregateErrors: aggregateErrors.map((each) => asWithout(command, each)) };
};

/**
 * An error as the log has it: pino's form without the command of an error from Redis, whose arguments may be a password
 * (`HELLO 3 AUTH …`) or a customer's data.
 */
export function loggedError(error: unknown): unknown {
  return asWithout('command', error instanceof Error ? pino.stdSerializers.err(error) : error);
}
