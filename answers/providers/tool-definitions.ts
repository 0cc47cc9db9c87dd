import { z } from 'zod';
import { DAY } from '../tools/inputs.js';
import type { Tool } from '../tools/tool.js';
import { estimatedTokens } from './token-count.js';

/** A JSON schema, as a model reads it. */
export type InputSchema = Readonly<Record<string, unknown>>;

/** A tool as a model is told of it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** Of an object; arguments that it does not require may be left out. */
  readonly inputSchema: InputSchema;
}

type Node = Record<string, unknown>;

const isNull = (node: Node): boolean => node['type'] === 'null';

/**
 * Takes out of a schema what a model has no use for: each character is paid for at every turn. Arguments that may be
 * null may be left out instead.
 */
function shorten(node: Node): void {
  const { anyOf } = node;
  delete node['$schema'];
  delete node['additionalProperties'];
  // The check of the arguments enforces these, and models rarely come near them.
  delete node['minLength'];
  delete node['maxLength'];
  delete node['minItems'];
  const initial = node['default'];
  if (initial === null || (Array.isArray(initial) && initial.length === 0)) delete node['default'];
  if (node['pattern'] === DAY.source) node['format'] = 'date';
  if (node['format'] === 'date') delete node['pattern'];
  if (!Array.isArray(anyOf)) return;
  const [only, ...others] = (anyOf as readonly Node[]).filter((each) => !isNull(each));
  if (only === undefined || others.length > 0) return;
  delete node['anyOf'];
  Object.assign(node, only);
}

function definitionOf({ name, description, input }: Tool): ToolDefinition {
  const inputSchema = z.toJSONSchema(input, {
    target: 'draft-7',
    io: 'input',
    override: ({ jsonSchema }) => shorten(jsonSchema),
  });
  shorten(inputSchema);
  return { name, description, inputSchema };
}

/** Tools as a model is told of them. */
export interface ToolSelection {
  readonly definitions: readonly ToolDefinition[];
  /** What they take of a prompt. */
  readonly tokens: number;
}

interface Sized {
  readonly definition: ToolDefinition;
  readonly tokens: number;
}

function sized(tool: Tool): Sized {
  const definition = definitionOf(tool);
  return { definition, tokens: estimatedTokens(JSON.stringify(definition)) };
}

function selectionOf(chosen: readonly Sized[]): ToolSelection {
  return {
    definitions: chosen.map(({ definition }) => definition),
    tokens: chosen.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

/** The definitions of tools, which are written once, when they are first asked for. */
export function createToolCatalog(tools: ReadonlyMap<string, Tool>) {
  let known: { readonly byName: ReadonlyMap<string, Sized>; readonly all: ToolSelection } | null = null;
  const read = () => {
    const byName = new Map([...tools].map(([name, tool]) => [name, sized(tool)]));
    return { byName, all: selectionOf([...byName.values()]) };
  };
  return {
    /**
     * All tools, if they take no more of a prompt than `most` tokens; otherwise as many as fit, the first ones of
     * `preferred` before the others.
     */
    select(most: number, preferred: () => readonly string[]): ToolSelection {
      known ??= read();
      const { byName, all } = known;
      if (all.tokens <= most) return all;
      const chosen: Sized[] = [];
      let left = most;
      for (const name of new Set([...preferred(), ...byName.keys()])) {
        const tool = byName.get(name);
        if (tool === undefined || tool.tokens > left) continue;
        chosen.push(tool);
        left -= tool.tokens;
      }
      return selectionOf(chosen);
    },
  };
}
