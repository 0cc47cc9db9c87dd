import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startScriptedModel } from '../answers/providers/fixtures/scripted-model.js';
import { QUESTIONS } from '../test/support/answer-questions.js';
import { startChild } from './child.js';
import { untilAtRest } from './probe.js';
import { hasPostgres, startPostgres } from './servers.js';

/*
 * Questions over HTTP, one after the other. The embedded composer's answers beside the REST requests for the sources
 * that they tell; and what a model's answer takes beside the model alone, asked for the same turns, with the embedded
 * store and with PostgreSQL.
 */

const DIST = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
/** Passes over all questions, after one that is not timed. */
const PASSES = 5;
const MODEL_ANSWERS = 200;
/** How long the model takes for a turn. */
const TURN_MS = 20;
/** A call of a tool, and the answer. */
const TURNS = 2;

const scratch = await mkdtemp(path.join(tmpdir(), 'marketgraph-bench-'));

function environmentOf(name: string, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const data = path.join(scratch, name);
  return {
    SVC_DATA_DIR: data,
    PORT: '0',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
    SVC_SOURCE: 'simulated',
    HOST: '127.0.0.1',
    ...more,
  };
}

/** A key whose limits are not reached. */
function unlimitedKey(environment: Readonly<Record<string, string>>): string {
  const args = [
    path.join(DIST, 'bin/admin.js'),
    'keys',
    'create',
    '--tier',
    'institutional',
    '--per-minute',
    '100000',
    '--json',
  ];
  const { stdout } = spawnSync(process.execPath, args, { env: { ...process.env, ...environment }, encoding: 'utf8' });
  return (JSON.parse(stdout) as { readonly key: string }).key;
}

function quantile(times: readonly number[], share: number): number {
  return (
    [...times].sort((one, other) => one - other)[Math.min(times.length - 1, Math.floor(share * times.length))] ??
    Number.NaN
  );
}

async function post(url: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return text;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

interface Asked {
  readonly data: {
    readonly askQuestion: {
      readonly toolCalls: readonly object[];
      readonly answer: { readonly sources: readonly { readonly ref: string }[] };
    };
  };
}

async function embedded(): Promise<void> {
  const environment = environmentOf('embedded');
  const server = await startChild('bin/main.js', environment);
  try {
    const key = unlimitedKey(environment);
    const headers = { 'X-API-Key': key };
    const query =
      'mutation($input: AskQuestionInput!) { askQuestion(input: $input) { toolCalls { tool } answer { sources { ref } } } }';
    const refs: (readonly string[])[] = [];
    const calls: number[] = [];
    const cold: number[] = [];
    for (const { question, more } of QUESTIONS) {
      let text = '';
      cold.push(
        await timed(
          async () =>
            (text = await post(
              `${server.url}/graphql`,
              { query, variables: { input: { question, ...more } } },
              headers,
            )),
        ),
      );
      const { toolCalls, answer } = (JSON.parse(text) as Asked).data.askQuestion;
      calls.push(toolCalls.length);
      refs.push([...new Set(answer.sources.map(({ ref }) => ref))].filter((ref) => ref.startsWith('/api/v1/')));
    }
    await untilAtRest(server.url);
    const asks: number[] = [];
    const reads: number[] = [];
    for (let pass = 0; pass < PASSES; pass += 1) {
      for (const [index, { question, more }] of QUESTIONS.entries()) {
        asks.push(await timed(() => post(`${server.url}/api/v1/ask`, { question, ...more }, headers)));
        const needed = refs[index] ?? [];
        if (needed.length === 0) continue;
        reads.push(
          await timed(async () => {
            for (const ref of needed) await (await fetch(server.url + ref, { headers })).arrayBuffer();
          }),
        );
      }
    }
    const mean = calls.reduce((sum, count) => sum + count, 0) / calls.length;
    console.log(`| embedded composer, ${QUESTIONS.length} questions | p50 ms | p99 ms |\n|---|---|---|`);
    console.log(`| each for the first time | ${quantile(cold, 0.5).toFixed(1)} | ${quantile(cold, 0.99).toFixed(1)} |`);
    console.log(`| answers, warm | ${quantile(asks, 0.5).toFixed(2)} | ${quantile(asks, 0.99).toFixed(1)} |`);
    console.log(
      `| REST requests for their sources, one after the other, warm | ${quantile(reads, 0.5).toFixed(2)} | ${quantile(reads, 0.99).toFixed(1)} |`,
    );
    console.log(
      `| answer / requests | ${(quantile(asks, 0.5) / quantile(reads, 0.5)).toFixed(2)} | ${(quantile(asks, 0.99) / quantile(reads, 0.99)).toFixed(2)} |`,
    );
    console.log(
      `Operations of the graph for an answer: ${mean.toFixed(2)} on average, ${Math.max(...calls)} at most.\n`,
    );
  } finally {
    await server.stop();
  }
}

interface Told {
  readonly facts: readonly { readonly what: string; readonly value: string; readonly source: number }[];
}

/** A sentence that the results support; any other would be asked for again. */
function groundedAnswer(result: string): string {
  const told = (JSON.parse(result) as Told).facts.find(({ what }) => what === 'largest up gap');
  if (told === undefined) throw new Error(`No gap in ${result}`);
  return `The largest up gap of AAPL was ${told.value} [${told.source}].`;
}

async function withModel(store: string, more: Readonly<Record<string, string>>): Promise<void> {
  const model = await startScriptedModel();
  const environment = environmentOf(`model-${store}`, {
    ...more,
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: 'scripted',
    AI_BASE_URL: model.url,
  });
  const server = await startChild('bin/main.js', environment);
  try {
    const headers = { 'X-API-Key': unlimitedKey(environment) };
    model.play(({ body }) => {
      const result = body.messages.find(({ role }) => role === 'tool')?.content;
      const after = sleep(TURN_MS);
      return typeof result !== 'string'
        ? { calls: [{ tool: 'gaps', arguments: { tickers: ['AAPL'] } }], after }
        : { text: groundedAnswer(result), after };
    });
    const question = 'How often do gaps of AAPL fill?';
    const ask = (): Promise<string> => post(`${server.url}/api/v1/ask`, { question }, headers);
    const warming = MODEL_ANSWERS / 10;
    await untilAtRest(server.url);
    for (let index = 0; index < warming; index += 1) await ask();
    const { length } = model.requests;
    if (length !== warming * TURNS)
      throw new Error(`${warming} answers took ${length} turns: an answer was asked for again.`);
    const turns = model.requests.slice(-TURNS).map(({ body }) => body);
    const asks: number[] = [];
    const alone: number[] = [];
    for (let index = 0; index < MODEL_ANSWERS; index += 1) {
      asks.push(await timed(ask));
      alone.push(
        await timed(async () => {
          for (const turn of turns) await post(`${model.url}/chat/completions`, turn);
        }),
      );
    }
    const [ours, peer] = [asks, alone].map((times) => [quantile(times, 0.5), quantile(times, 0.99)] as const);
    if (ours === undefined || peer === undefined) return;
    console.log(`| a model of ${TURN_MS} ms a turn, two turns and a read; ${store} | p50 ms | p99 ms |\n|---|---|---|`);
    console.log(`| answers | ${ours[0].toFixed(1)} | ${ours[1].toFixed(1)} |`);
    console.log(`| the model alone, the same turns | ${peer[0].toFixed(1)} | ${peer[1].toFixed(1)} |`);
    console.log(`| overhead, aim below 15 | ${(ours[0] - peer[0]).toFixed(1)} | ${(ours[1] - peer[1]).toFixed(1)} |`);
    console.log(`| answers / model | ${(ours[0] / peer[0]).toFixed(2)} | ${(ours[1] / peer[1]).toFixed(2)} |`);
  } finally {
    await server.stop();
    await model.close();
  }
}

try {
  await embedded();
  await withModel('embedded store', {});
  if (hasPostgres) {
    const postgres = await startPostgres();
    try {
      await withModel('PostgreSQL', { DATABASE_URL: postgres.url });
    } finally {
      await postgres.stop();
    }
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}
