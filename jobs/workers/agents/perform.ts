import type { AnswerRequest, Answers } from '../../../answers/answers.js';
import type { Identity } from '../../../access/identity.js';
import type { AgentTask } from '../../queue/agent-task.js';
import { graphRead, type OpenGraph } from './graph-read.js';
import { runAlert } from './run-alert.js';
import { runAnswer } from './run-answer.js';
import { runCommittee } from './run-committee.js';
import type { NoteUsage, RunOutput } from './run-result.js';

/** What runs work with, handed in where the parts of the program are connected. */
export interface RunTools {
  readonly answers: Answers;
  readonly openGraph: OpenGraph;
}

/** In whose name a run works. */
export interface RunCaller {
  readonly identity: Identity;
  readonly requestId: string;
  readonly nowMs: number;
  /** AI tokens that are set aside for it; undefined where it needs none. */
  readonly tokens?: number | undefined;
  /** Ends at the run's budget, or when its client has left. */
  readonly signal: AbortSignal;
  readonly onDataSource: (source: string) => void;
  /** Told of all calls of tools so far, where somebody follows them. */
  readonly onToolCalls?: AnswerRequest['onToolCalls'];
}

type Perform = (task: AgentTask, caller: RunCaller, tools: RunTools, note: NoteUsage) => Promise<RunOutput>;

function asked(
  { taskPrompt, context, tickers }: AgentTask,
  mode: AnswerRequest['mode'],
  caller: RunCaller,
): AnswerRequest {
  return { ...caller, question: taskPrompt, context, tickers, mode };
}

const MODES: Readonly<Record<AgentTask['mode'], Perform>> = {
  alert: (task, caller, { openGraph }) => runAlert(task, graphRead(openGraph, caller), caller.nowMs),
  digest: (task, caller, { answers }, note) => runAnswer(asked(task, 'digest', caller), answers, note),
  research: (task, caller, { answers }, note) => runAnswer(asked(task, 'research', caller), answers, note),
  committee: (task, caller, { answers }, note) => runCommittee(asked(task, 'committee', caller), answers, note),
};

/** Does what a task asks for. Rejects with the signal's reason once it ends, whatever the work does then. */
export function perform(task: AgentTask, caller: RunCaller, tools: RunTools, note: NoteUsage): Promise<RunOutput> {
  const { signal } = caller;
  const reason = (): Error => (signal.reason instanceof Error ? signal.reason : new Error('The run was ended.'));
  if (signal.aborted) return Promise.reject(reason());
  return new Promise((resolve, reject) => {
    const end = (): void => reject(reason());
    signal.addEventListener('abort', end, { once: true });
    MODES[task.mode](task, caller, tools, note)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', end));
  });
}
