import { startScratchServer, type ScratchServer } from '../scratch-server.js';
import { ask } from './ask.js';
import type { Example } from './pages.js';
import { fillShape, parsePrinted, printAnswer } from './printed-answer.js';

/** The instant of the first example: the demo market is the same whenever they are run. */
const AS_OF = Date.UTC(2026, 0, 2, 22, 30);
/** Between two examples, so that none meets another's minute. */
const STEP_MS = 61_000;

export interface ExampleServer {
  /** What the server answers, printed as the page prints it. Throws where the status or the shape is another. */
  answer(example: Example): Promise<string>;
  close(): Promise<void>;
}

/** GraphQL answers are printed without what the server says about the operation itself, unless the page shows it. */
function withoutExtensions(shape: unknown, body: unknown): unknown {
  const isPrinted = typeof shape === 'object' && shape !== null && 'extensions' in shape;
  if (isPrinted || typeof body !== 'object' || body === null || !('extensions' in body)) return body;
  const { extensions: _extensions, ...rest } = body;
  return rest;
}

/** A whole server over the demo market for the examples of the pages. */
export async function startExampleServer(): Promise<ExampleServer> {
  let nowMs = AS_OF;
  const server: ScratchServer = await startScratchServer(() => nowMs);
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
