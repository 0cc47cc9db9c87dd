import { createHash } from 'node:crypto';
import { ApiError } from '../../../access/errors.js';
import type { AnswerToolCall } from '../../../answers/answers.js';
import type { AgentRun } from '../../../store/agent-run-rows.js';
import type { Store } from '../../../store/open-store.js';
import { AGENT_RUNS } from '../../queue/agent-rules.js';
import { inTurn } from '../in-turn.js';
import type { Executor, ExecutorLog, RunRequest } from './executor.js';

/** A question whose answer is followed. */
export interface QuestionRequest extends Omit<RunRequest, 'agent' | 'signal' | 'onDataSource'> {
  /** The client's name of the question, which is asked once under it. */
  readonly requestKey: string | null;
}

type Asked = Pick<QuestionRequest, 'task' | 'identity' | 'requestKey'>;

export interface QuestionsOptions {
  readonly store: Pick<Store, 'agentRuns'>;
  readonly executor: Pick<Executor, 'reserve' | 'newRun' | 'execute' | 'stop'>;
  readonly log: ExecutorLog;
}

/** Questions that are answered in the background. */
export interface Questions {
  /** Stores the run of a question and begins to answer it; the run there is if it was asked before. Throws ApiError. */
  ask(request: QuestionRequest): Promise<AgentRun>;
  /** Waits a while for those that are being answered, and then ends them. */
  close(): Promise<void>;
}

/** What a question is found by: its name together with what is asked, so that no other question gets its answer. */
function storedKey({ requestKey, task: { taskPrompt, tickers, context, mode } }: Asked): string | null {
  if (requestKey === null) return null;
  const asked = JSON.stringify([requestKey, taskPrompt, tickers, context, mode]);
  return createHash('sha256').update(asked).digest('base64url');
}

export function createQuestions({ store, executor, log }: QuestionsOptions): Questions {
  const answering = new Set<Promise<unknown>>();

  const asked = async (request: Asked): Promise<AgentRun | undefined> => {
    const key = storedKey(request);
    return key === null ? undefined : store.agentRuns.byRequestKey(request.identity.accountId, key);
  };

  const begin = async (request: QuestionRequest): Promise<AgentRun | null> => {
    const { task, identity } = request;
    const reservation = await executor.reserve(identity, task.mode);
    try {
      const begun = await store.agentRuns.start(
        executor.newRun({
          accountId: identity.accountId,
          agentId: null,
          mode: task.mode,
          trigger: 'api_async',
          keyId: identity.keyId,
          reservation,
          isClaimed: true,
          requestKey: storedKey(request),
        }),
      );
      if (begun.outcome === 'started') {
        reservation?.handOver();
        return begun.run;
      }
    } catch (error) {
      await reservation?.release();
      throw error;
    }
    await reservation?.release();
    return null;
  };

  /** Answers, and stores what is read meanwhile. */
  const answer = async (run: AgentRun, { task, identity, requestId }: QuestionRequest): Promise<void> => {
    let calls: readonly AnswerToolCall[] = [];
    const note = inTurn(() => store.agentRuns.noteToolCalls(run, calls));
    const onToolCalls = (all: readonly AnswerToolCall[]): void => {
      calls = all;
      note().catch((err: unknown) => log.warn({ err, run: run.id }, 'could not store what a question has read'));
    };
    await executor.execute({ run, agent: null, task, identity, requestId, onDataSource: () => undefined, onToolCalls });
    await note.idle();
  };

  return {
    async ask(request) {
      const before = await asked(request);
      if (before !== undefined) return before;
      const run = await begin(request).catch((error: unknown) => {
        if (error instanceof ApiError) return error;
        throw error;
      });
      if (run === null || run instanceof ApiError) {
        // It may have been asked at the same time, also with the last tokens.
        const other = await asked(request);
        if (other !== undefined) return other;
        throw run ?? new ApiError('run_in_progress');
      }
      const work = answer(run, request).catch((err: unknown) =>
        log.error({ err, run: run.id }, 'could not answer a question; its run ends when its lease does'),
      );
      answering.add(work);
      void work.finally(() => answering.delete(work));
      return run;
    },
    async close() {
      const impatient = setTimeout(() => executor.stop(), AGENT_RUNS.stopWithinMs);
      await Promise.all(answering);
      clearTimeout(impatient);
    },
  };
}
