import { z } from 'zod';
import { toolFailure } from './server.js';
import type { McpServerOptions } from './server.js';

export interface RelayAnswer {
  readonly status: number;
  readonly text: string;
}

/** Sends one JSON-RPC message to `/mcp` of a server. */
export type RelaySend = (body: string, signal: AbortSignal) => Promise<RelayAnswer>;

const RESULT = z.looseObject({ result: z.looseObject({}) });
const REFUSED = z.object({
  error: z.object({ message: z.string(), data: z.looseObject({ error: z.string(), message: z.string() }).optional() }),
});

/** The message of a response; undefined if it is not JSON. */
function messageOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Answers calls of tools by the server at `url`, so that they are the same whichever way in a host takes. */
export function relayCall(send: RelaySend, url: string): McpServerOptions['call'] {
  return async (name, given, signal) => {
    const params = { name, ...(given === undefined ? {} : { arguments: given }) };
    let answer: RelayAnswer;
    try {
      answer = await send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }), signal);
    } catch (error) {
      if (signal.aborted) throw error;
      const cause = error instanceof Error ? error.message : String(error);
      return toolFailure(
        {
          error: 'unavailable',
          message: `${url} does not answer (${cause}); start the server, or set MARKETGRAPH_URL to where it is.`,
        },
        503,
      );
    }
    const message = messageOf(answer.text);
    const result = RESULT.safeParse(message);
    if (result.success) return result.data.result;
    const refused = REFUSED.safeParse(message);
    if (!refused.success)
      return toolFailure(
        {
          error: 'upstream_failed',
          message: `${url} answers ${answer.status} without MCP; set MARKETGRAPH_URL to a Marketgraph server.`,
        },
        502,
      );
    const { data, message: text } = refused.data.error;
    // Without a declared error the protocol was refused: there is no such tool.
    return data === undefined
      ? toolFailure({ error: 'unknown_endpoint', message: text }, 404)
      : toolFailure(data, answer.status);
  };
}
