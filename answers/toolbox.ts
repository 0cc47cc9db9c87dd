import { ApiError } from '../access/errors.js';
import { inSpan } from '../telemetry/spans.js';
import type { AnswerRequest, AnswerToolCall } from './answers.js';
import type { Fact } from './facts/fact.js';
import { TOOL_ROWS } from './generated/tools.js';
import type { Read, Refusal, Tool, ToolResult } from './tools/tool.js';

/** All tools by name. */
export const TOOLS: ReadonlyMap<string, Tool> = new Map(Object.values(TOOL_ROWS).map((tool) => [tool.name, tool]));

/** The tools of one answer: runs them in the caller's name, each call once, and keeps what they told. */
export interface Toolbox {
  readonly facts: readonly Fact[];
  readonly refusals: readonly Refusal[];
  readonly calls: readonly AnswerToolCall[];
  /** Throws for an unknown tool and a wrong input, and ApiError if the store is down or the answer was abandoned. */
  call(tool: string, input: object): Promise<ToolResult>;
  /** Adds figures that were computed from those of the tools. */
  add(computed: readonly Fact[]): void;
}

/** Codes of errors that are the server's: an answer without what they hide would be wrong without saying so. */
const BROKEN = new Set(['internal_error', 'unavailable']);

export function createToolbox(
  read: Read,
  { signal, nowMs, onToolCalls }: Pick<AnswerRequest, 'signal' | 'nowMs' | 'onToolCalls'>,
): Toolbox {
  const facts: Fact[] = [];
  const refusals: Refusal[] = [];
  const calls: AnswerToolCall[] = [];
  const running = new Map<string, Promise<ToolResult>>();
  const run = async (tool: Tool, input: object): Promise<ToolResult> => {
    signal.throwIfAborted();
    const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool.name };
    const result = await inSpan({ name: `execute_tool ${tool.name}`, kind: 'internal', attributes }, async () =>
      tool.run(input, read, nowMs),
    );
    const broken = result.refusals.find(({ code }) => BROKEN.has(code));
    if (broken !== undefined)
      throw new ApiError(
        broken.code === 'unavailable' ? 'unavailable' : 'internal_error',
        undefined,
        broken.code === 'unavailable' ? { retry_after_s: 1 } : {},
      );
    facts.push(...result.facts);
    refusals.push(...result.refusals);
    calls.push({
      tool: tool.name,
      arguments: Object.fromEntries(Object.entries(input)),
      isOk: result.facts.length > 0,
    });
    onToolCalls?.([...calls]);
    return result;
  };
  return {
    facts,
    refusals,
    calls,
    add: (computed) => void facts.push(...computed),
    async call(name, input) {
      const tool = TOOLS.get(name);
      if (tool === undefined) throw new Error(`There is no tool ${name}.`);
      const key = `${name} ${JSON.stringify(input)}`;
      const known = running.get(key);
      if (known !== undefined) return known;
      const result = run(tool, input);
      running.set(key, result);
      return result;
    },
  };
}
