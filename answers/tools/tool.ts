import type { ZodType } from 'zod';
import { createFactList, type FactList } from '../facts/fact-list.js';
import type { Fact } from '../facts/fact.js';

/** An error of the graph, as far as tools read it. */
export interface GraphError {
  readonly message: string;
  readonly path?: readonly (string | number)[] | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

export interface GraphAnswer {
  readonly data?: unknown;
  readonly errors?: readonly GraphError[] | undefined;
}

/** Executes a stored operation through the gateway, in the name of the caller of one answer. */
export type Read = (operation: string, variables: Readonly<Record<string, unknown>>) => Promise<GraphAnswer>;

/** What the graph refused: a field above the caller's tier, an unknown ticker, too little data. */
export interface Refusal {
  readonly tool: string;
  /** The declared error's code in lower case. */
  readonly code: string;
  readonly message: string;
  readonly requiredTier: string | null;
  /** Name of the refused field. */
  readonly field: string;
}

export interface ToolResult {
  readonly facts: readonly Fact[];
  readonly refusals: readonly Refusal[];
}

/** How the pages of a list become one answer. */
export interface Pages<Data> {
  /** Pages of one call; what comes after them is not read. */
  readonly most: number;
  /** Where the next page begins; null after the last one. */
  readonly next: (data: Data) => string | null;
  readonly join: (before: Data, page: Data) => Data;
}

/** What a tool is: its operation, and how the operation's data become facts. */
interface Definition<Input extends object, Data> {
  readonly name: string;
  /** What it tells, for whoever chooses tools. */
  readonly description: string;
  readonly input: ZodType<Input>;
  /** Stored text, checked against the schema by the build. */
  readonly operation: string;
  /** The operation's variables; by default the input. `nowMs` is the time of the question. */
  readonly variables?: (input: Input, nowMs: number) => Readonly<Record<string, unknown>>;
  /** Of a list that is read page by page; the operation takes `$after`. */
  readonly pages?: Pages<Data>;
  /**
   * Null parts of the data are null because nothing is known or because the graph refused them. `nowMs` is the time of
   * the question.
   */
  readonly tell: (data: Data, facts: FactList, input: Input, nowMs: number) => void;
}

/** A tool of answers: reads through the graph with the caller's tier, and tells facts with their sources. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: ZodType<object>;
  /** Text of what it executes: a query. */
  readonly operation: string;
  /** `nowMs`: time of the question, epoch milliseconds. Throws a ZodError for a wrong input. */
  run(input: object, read: Read, nowMs: number): Promise<ToolResult>;
}

function refusalOf(tool: string, { message, path = [], extensions = {} }: GraphError): Refusal {
  const { code, required_tier: tier } = extensions;
  return {
    tool,
    code: typeof code === 'string' ? code.toLowerCase() : 'internal_error',
    message,
    requiredTier: typeof tier === 'string' ? tier : null,
    field: path.filter((step) => typeof step === 'string').at(-1) ?? '',
  };
}

export function defineTool<Input extends object, Data>(definition: Definition<Input, Data>): Tool {
  const { name, description, input: schema, operation, tell, pages } = definition;
  const variables =
    definition.variables ??
    ((input: Input): Readonly<Record<string, unknown>> => Object.fromEntries(Object.entries(input)));
  return {
    name,
    description,
    input: schema,
    operation,
    async run(asked, read, nowMs) {
      const input = schema.parse(asked);
      const given = variables(input, nowMs);
      const list = createFactList(name);
      const errors: GraphError[] = [];
      let told: Data | null = null;
      let after: string | null = null;
      for (let page = 0; page < (pages?.most ?? 1); page += 1) {
        const answer = await read(operation, after === null ? given : { ...given, after });
        errors.push(...(answer.errors ?? []));
        if (answer.data === null || answer.data === undefined) break;
        // The build has checked the operation against the schema, whose types `Data` has.
        const data = answer.data as Data;
        told = told === null || pages === undefined ? data : pages.join(told, data);
        after = pages?.next(data) ?? null;
        if (after === null) break;
      }
      if (told !== null) tell(told, list, input, nowMs);
      return { facts: list.facts, refusals: errors.map((error) => refusalOf(name, error)) };
    },
  };
}
