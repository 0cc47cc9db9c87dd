import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import {
  createServer,
  request,
  type ClientRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import path from 'node:path';
import { z } from 'zod';
import { codeOf } from '../../store/errors.js';
import { Failure } from '../failure.js';
import type { Output } from './command.js';

/** Runs one command of a script and returns its exit code. */
export type RunForwarded = (script: string, argv: readonly string[], output: Output) => Promise<number>;

const CALL = z.object({ script: z.string(), argv: z.array(z.string()) });
const LINE = z.union([
  z.object({ print: z.string() }),
  z.object({ error: z.string() }),
  z.object({ progress: z.string() }),
  z.object({ exit: z.number() }),
]);
const MAX_BODY = 1_000_000;

function socketPath(dataDir: string): string {
  return path.join(dataDir, 'admin.sock');
}

function writeTo(response: ServerResponse): Output & { exit(code: number): void } {
  const line = (value: z.infer<typeof LINE>): void => {
    response.write(`${JSON.stringify(value)}\n`);
  };
  return {
    print: (print) => line({ print }),
    error: (error) => line({ error }),
    progress: (progress) => line({ progress }),
    exit: (exit) => line({ exit }),
  };
}

/** Accepts commands for the process that has the data directory open, from this user only (mode 0600). */
export async function serveAdminSocket(dataDir: string, run: RunForwarded): Promise<Server> {
  const file = socketPath(dataDir);
  await rm(file, { force: true });
  const server = createServer((incoming, response) => {
    let body = '';
    incoming.setEncoding('utf8').on('data', (part: string) => {
      body += part;
      if (body.length > MAX_BODY) incoming.destroy();
    });
    incoming.on('end', () => {
      const output = writeTo(response);
      const answer = async (): Promise<void> => {
        const { script, argv } = CALL.parse(JSON.parse(body));
        output.exit(await run(script, argv, output));
      };
      answer()
        .catch((error: unknown) => {
          output.error(String(error));
          output.exit(1);
        })
        .finally(() => response.end());
    });
  });
  const mask = process.umask(0o177);
  try {
    server.listen(file);
    await once(server, 'listening');
  } finally {
    process.umask(mask);
  }
  await chmod(file, 0o600);
  return server;
}

/** Whether no server listens on the socket. */
function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes(codeOf(error) ?? '');
}

function answerOf(call: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    call.once('response', resolve).once('error', reject);
  });
}

/** Reads the answer to its end. Throws Failure if the server stops before that. */
async function readAnswer(response: IncomingMessage, output: Output): Promise<number> {
  const stopped = 'The server stopped before the command finished; start it and run the command again.';
  const lines: string[] = [];
  let rest = '';
  try {
    for await (const part of response.setEncoding('utf8')) {
      lines.push(...`${rest}${String(part)}`.split('\n'));
      rest = lines.pop() ?? '';
      for (const text of lines.splice(0)) {
        const line = LINE.parse(JSON.parse(text));
        if ('print' in line) output.print(line.print);
        else if ('error' in line) output.error(line.error);
        else if ('progress' in line) output.progress(line.progress);
        else return line.exit;
      }
    }
  } catch (cause) {
    if (codeOf(cause) !== 'ECONNRESET') throw cause;
    throw new Failure(stopped, { cause });
  }
  throw new Failure(stopped);
}

/**
 * Sends a command to the running server; undefined if none is running on this data directory. `onServer` is called once
 * it has the command.
 */
export async function forwardCommand(
  dataDir: string,
  script: string,
  argv: readonly string[],
  output: Output,
  onServer: () => void = () => undefined,
): Promise<number | undefined> {
  const call = request({ socketPath: socketPath(dataDir), method: 'POST', path: '/' });
  call.once('socket', (socket) => socket.once('connect', onServer));
  call.end(JSON.stringify({ script, argv }));
  let response: IncomingMessage;
  try {
    response = await answerOf(call);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
  return readAnswer(response, output);
}
