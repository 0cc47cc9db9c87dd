import type { RunGrounding, RunResult, RunToolCall } from '../../../store/agent-run-rows.js';
import type { RunUsage } from '../../../store/agent-run-outcomes.js';

/** What a run has come to. */
export interface RunOutput {
  /** Whether the condition of an alert holds; true for what other modes answer. */
  readonly isFired: boolean;
  readonly result: RunResult;
  readonly models: readonly string[];
  readonly toolCalls: readonly RunToolCall[];
  readonly grounding: RunGrounding;
}

/** Counts what a call has spent, before anything is made of its answer. */
export type NoteUsage = (usage: RunUsage) => Promise<void>;
