import { toldBy, together, type Told } from '../independent/answer-numbers.js';
import { DERIVED, told } from './answer-derived.js';
import { OF_TICKERS, OTHERS, REST, type Arguments } from './answer-requests.js';
import { read, type Answer } from './http.js';
import type { TestServer } from './in-process.js';

/** What `askQuestion` answers. */
export interface AskedAnswer {
  readonly answer: {
    readonly headline: string;
    readonly detail: string;
    readonly sources: readonly { readonly title: string; readonly ref: string; readonly asOf: string }[];
    readonly confidence: number;
    readonly asOf: string;
    readonly disclaimer: string;
  };
  readonly models: readonly string[];
  readonly toolCalls: readonly { readonly tool: string; readonly arguments: string; readonly isOk: boolean }[];
  readonly grounding: { readonly numberCount: number; readonly groundedCount: number; readonly removedCount: number };
  readonly usage: { readonly totalTokens: number; readonly costUsd: number };
}

const ASK = `mutation Ask($input: AskQuestionInput!) {
  askQuestion(input: $input) {
    answer { headline detail sources { title ref asOf } confidence asOf disclaimer }
    models
    toolCalls { tool arguments isOk }
    grounding { numberCount groundedCount removedCount }
    usage { totalTokens costUsd }
  }
}`;

/** Asks over GraphQL. Throws where the graph refuses. */
export async function ask(server: TestServer, key: string, question: string, more: object = {}): Promise<AskedAnswer> {
  const answer = await server.graphql(key, ASK, { input: { question, ...more } });
  const payload = read(answer, 'data', 'askQuestion');
  if (payload === null || payload === undefined) throw new Error(`${question}: ${answer.text}`);
  return payload as AskedAnswer;
}

const SERIES: ReadonlySet<string> = new Set([
  'return_statistics',
  'price_history',
  'past_prices',
  'period_returns',
  'period_ranking',
  'sector_ranking',
]);

/** Reads the graph and REST as any client may, to compare answers with; each request once. */
export class AnswerEvidence {
  readonly #server: TestServer;
  readonly #key: string;
  readonly #asker: string;
  readonly #known = new Map<string, Promise<unknown>>();

  /** `key` is one that may read everything, `asker` the one that asks. */
  constructor(server: TestServer, key: string, asker: string) {
    this.#server = server;
    this.#key = key;
    this.#asker = asker;
  }

  #once(name: string, fetch: () => Promise<unknown>): Promise<unknown> {
    const known = this.#known.get(name) ?? fetch();
    this.#known.set(name, known);
    return known;
  }

  /** The body of a GET of REST. */
  body(path: string): Promise<unknown> {
    return this.#once(
      path,
      async () => JSON.parse((await this.#server.call(`/api/v1${path}`, { key: this.#key })).text) as unknown,
    );
  }

  /** The data of a query. */
  data(declared: string, selection: string, variables: object): Promise<unknown> {
    return this.#once(`${selection} ${JSON.stringify(variables)}`, async () => {
      const answer: Answer = await this.#server.graphql(
        this.#key,
        `query Check${declared === '' ? '' : `(${declared})`} { ${selection} }`,
        variables,
      );
      if (read(answer, 'data') === undefined || read(answer, 'data') === null) throw new Error(answer.text);
      return read(answer, 'data');
    });
  }

  /** The data of the graph that tell what a tool was told. */
  async queried(tool: string, given: Arguments): Promise<unknown> {
    const other = OTHERS[tool]?.(given);
    if (other === undefined) throw new Error(`No operation tells what ${tool} was told.`);
    return this.data(...other);
  }

  /** What one call of a tool may have been told. */
  async of(tool: string, given: Arguments): Promise<Told> {
    const bodies = await Promise.all((REST[tool]?.(given) ?? []).map((path) => this.body(path)));
    // What was used changes with each request.
    if (tool === 'usage')
      bodies.push(JSON.parse((await this.#server.call('/api/v1/usage', { key: this.#asker })).text));
    const field = OF_TICKERS[tool];
    if (field !== undefined) {
      const data = await this.data(
        '$tickers: [Ticker!]!',
        `securitiesByTicker(tickers: $tickers) { ticker ${field} }`,
        { tickers: given['tickers'] },
      );
      bodies.push(read(data as object, 'securitiesByTicker'));
    }
    const other = OTHERS[tool]?.(given);
    if (other !== undefined) bodies.push(await this.data(...other));
    const derive = DERIVED[tool];
    const places = tool === 'screener' ? told(Array.from({ length: 10 }, (_, index) => index + 1)) : told([]);
    const start =
      tool === 'simulation'
        ? told([
            (given['positions'] as readonly { readonly value: number }[]).reduce((sum, { value }) => sum + value, 0),
          ])
        : told([]);
    // Series of prices would tell almost any number.
    const direct = SERIES.has(tool) ? [] : bodies.map(toldBy);
    return together([
      ...direct,
      ...(derive === undefined ? [] : bodies.map((body) => derive(body, given))),
      toldBy(given),
      places,
      start,
    ]);
  }
}
