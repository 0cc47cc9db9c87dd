import { startScratchServer, type ScratchServer } from '../scratch-server.js';
import { ask } from './ask.js';
import type { Example } from './pages.js';
import { fillShape, parsePrinted, printAnswer } from './printed-answer.js';

/** The fixed time of the first example, so that examples are reproducible. */
const AS_OF = Date.UTC(2026, 0, 2, 22, 30);
/** Time between examples, so that they do not share a rate-limit minute. */
const STEP_MS = 61_000;

export interface ExampleServer {
  /** The server's response, formatted like the page's. Throws if the status or shape differs. */
  answer(example: Example): Promise<string>;
  close(): Promise<void>;
}

/** GraphQL responses are printed without `extensions` unless the page shows them. */
function withoutExtensions(shape: unknown, body: unknown): unknown {
  const isPrinted = typeof shape === 'object' && shape !== null && 'extensions' in shape;
  if (isPrinted || typeof body !== 'object' || body === null || !('extensions' in body)) return body;
  const { extensions: _extensions, ...rest } = body;
  return rest;
}

/** A complete server over the demo market for the pages' examples. */
export async function startExampleServer(): Promise<ExampleServer> {
  let nowMs = AS_OF;
  const server: ScratchServer = await startScratchServer(() => nowMs, { isRecorded: true });
  return {
    async answer(example) {
      nowMs += STEP_MS;
      const { status, body } = await ask(server.url, example);
      const complain = (reason: string): never => {
        throw new Error(`${example.page}: ${example.request}\n${reason}\n${JSON.stringify(body).slice(0, 2_000)}`);
      };
      if (status !== example.status) return complain(`answered ${status}, not ${example.status}`);
      try {
        const shape = parsePrinted(example.answer);
        return printAnswer(fillShape(shape, withoutExtensions(shape, body)));
      } catch (error) {
        return complain(error instanceof Error ? error.message : String(error));
      }
    },
    close: () => server.close(),
  };
}
