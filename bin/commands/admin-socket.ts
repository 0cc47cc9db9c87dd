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
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { codeOf } from '../../store/errors.js';
import { Failure } from '../failure.js';
import type { Output } from './command.js';

/** Runs one command of a script and returns its exit code. */
export type RunForwarded = (script: string, argv: readonly string[], output: Output) => Promise<number>;

const CALL = z.object({ script: z.string(), argv: z.array(z.string()) });
const LINE = z.union([
  z.object({ print: z.string() }),
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
          output.print(String(error));
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

/** Sends a command to the running server; undefined if none is running on this data directory. */
export async function forwardCommand(
  dataDir: string,
  script: string,
  argv: readonly string[],
  output: Output,
): Promise<number | undefined> {
  const call = request({ socketPath: socketPath(dataDir), method: 'POST', path: '/' });
  call.end(JSON.stringify({ script, argv }));
  let response: IncomingMessage;
  try {
    response = await answerOf(call);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
  for await (const text of createInterface({ input: response })) {
    const line = LINE.parse(JSON.parse(text));
    if ('print' in line) output.print(line.print);
    else if ('progress' in line) output.progress(line.progress);
    else return line.exit;
  }
  throw new Failure('The server stopped before the command finished; start it and run the command again.');
}
