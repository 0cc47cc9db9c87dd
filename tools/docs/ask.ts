import { DEMO_KEYS } from '../../access/demo.js';
import { sendRequest, type HttpRequest } from '../http-call.js';
import type { Example } from './pages.js';

/** The server URL used in the pages. */
const PRINTED_URL = 'http://127.0.0.1:4000';

interface ExampleRequest extends HttpRequest {
  /** Path and query. */
  readonly path: string;
}

/** A server's response to an example. */
export interface RealAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Splits a shell command into words: bare or quoted, with backslash line continuations. */
function wordsOf(command: string): readonly string[] {
  const words = [...command.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)];
  return words.map(([, single, double, bare]) => single ?? double ?? bare ?? '');
}

function parseCurl(command: string): ExampleRequest {
  const [, ...words] = wordsOf(command);
  const headers: Record<string, string> = {};
  const given: { method?: string; body?: string; url?: string } = {};
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '-H') {
      const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(words[(index += 1)] ?? '') ?? [];
      headers[name] = value;
    } else if (word === '-d') given.body = words[(index += 1)] ?? '';
    else if (word === '-X') given.method = words[(index += 1)] ?? '';
    else if (word.startsWith(`${PRINTED_URL}/`)) given.url = word;
    else if (word !== '-s')
      throw new Error(
        `An example may use curl with -s, -H, -d and -X on ${PRINTED_URL}, not ${JSON.stringify(word)}: ${command}`,
      );
  }
  const { body = '', url } = given;
  if (url === undefined) throw new Error(`No address in ${JSON.stringify(command)}.`);
  return { method: given.method ?? (body === '' ? 'GET' : 'POST'), path: url.slice(PRINTED_URL.length), headers, body };
}

function graphqlRequest(query: string): ExampleRequest {
  const headers = { 'X-API-Key': DEMO_KEYS.pro, 'Content-Type': 'application/json' };
  return { method: 'POST', path: '/graphql', headers, body: JSON.stringify({ query }) };
}

/** Sends an example to the server at `url`; GraphQL uses the Pro demo key. */
export async function ask(url: string, example: Pick<Example, 'language' | 'request'>): Promise<RealAnswer> {
  const { method, path, headers, body } =
    example.language === 'graphql' ? graphqlRequest(example.request) : parseCurl(example.request);
  const answer = await sendRequest(url + path, { method, headers, body });
  return { status: answer.status, body: JSON.parse(answer.body) };
}
