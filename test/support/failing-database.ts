import { jest } from '@jest/globals';
import type { TestKey, TestServer } from './in-process.js';

/** Pool.query asks for a connection with a callback, Kysely for a promise. */
type Connect = (done?: (error: Error) => void) => unknown;

/**
 * Asks while the database gives no connection. The key is known to the server already, and nothing else is: an answer
 * that was made before would come from memory.
 */
export async function whileFailing<T>(
  server: TestServer,
  error: Error,
  key: TestKey,
  ask: () => Promise<T>,
): Promise<T> {
  await server.used(key);
  const refuse: Connect = (done) => (done === undefined ? Promise.reject(error) : done(error));
  const connect = jest.spyOn(server.runtime.store.pool as { connect: Connect }, 'connect').mockImplementation(refuse);
  try {
    return await ask();
  } finally {
    connect.mockRestore();
  }
}
