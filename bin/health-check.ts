/** Asks the server or worker of this machine whether it is ready, for the health check of a container. */
import { get } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { fail } from './stop-signals.js';
import { readConfig } from './config.js';
import { Failure } from './failure.js';

const ANSWER_WITHIN_MS = 4_000;
/** Addresses to listen on that stand for all of a machine's. */
const ALL: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

function answerOf(url: string): Promise<{ readonly status: number | undefined; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const asked = get(url, { timeout: ANSWER_WITHIN_MS, agent: false }, (response) => {
      textOf(response).then((text) => resolve({ status: response.statusCode, text }), reject);
    });
    asked.on('timeout', () => asked.destroy(new Error('timed out'))).on('error', reject);
  });
}

async function check(): Promise<void> {
  const { host, port, serving } = readConfig(process.env);
  const url = `http://${ALL[host] ?? host}:${String(serving.adminPort ?? port)}/readyz`;
  const { status, text } = await answerOf(url).catch((cause: unknown) => {
    throw new Failure(`${url} does not answer; the process is starting, or has another PORT, SVC_ADMIN_PORT or HOST.`, {
      cause,
    });
  });
  if (status !== 200) throw new Failure(`${url} answers ${String(status)}: ${text}`);
  process.stdout.write(`${text}\n`);
}

check().catch(fail);
