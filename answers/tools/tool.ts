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

/** What a tool is: its operation, and how the operation's data become facts. */
interface Definition<Input extends object, Data> {
  readonly name: string;
  /** What it tells, for whoever chooses tools. */
  readonly description: string;
  readonly input: ZodType<Input>;
  /** Stored text, checked against the schema by the build. */
  readonly operation: string;
  /** The operation's variables; by default the input. */
  readonly variables?: (input: Input) => Readonly<Record<string, unknown>>;
  /** Null parts of the data are null because nothing is known or because the graph refused them. */
  readonly tell: (data: Data, facts: FactList, input: Input) => void;
}

/** A tool of answers: reads through the graph with the caller's tier, and tells facts with their sources. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: ZodType<object>;
  /** Throws a ZodError for a wrong input. */
  run(input: object, read: Read): Promise<ToolResult>;
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
  const { name, description, input: schema, operation, tell } = definition;
  const variables = definition.variables ?? ((input: Input): Readonly<Record<string, unknown>> => Object.fromEntries(Object.entries(input)));
  return {
    name,
    description,
    input: schema,
    async run(given, read) {
      const input = schema.parse(given);
      const { data, errors = [] } = await read(operation, variables(input));
      const list = createFactList(name);
      // The build has checked the operation against the schema, whose types `Data` has.
      if (data !== null && data !== undefined) tell(data as Data, list, input);
      return { facts: list.facts, refusals: errors.map((error) => refusalOf(name, error)) };
    },
  };
}
