import type { Answer, AnswerRequest, Answers } from '../../../answers/answers.js';
import type { NoteUsage, RunOutput } from './run-result.js';

/** What an answer is as the outcome of a run. */
export function outputOf({
  headline,
  detail,
  sources,
  confidence,
  asOf,
  models,
  toolCalls,
  grounding,
}: Answer): RunOutput {
  return { isFired: true, result: { headline, detail, confidence, sources, asOf }, models, toolCalls, grounding };
}

/** Asks, and counts tokens whenever a model has been called, also if the answer fails afterwards. */
export async function askCounted(request: AnswerRequest, answers: Answers, note: NoteUsage): Promise<Answer> {
  let counted = 0;
  let notes: Promise<void> = Promise.resolve();
  const onTokens = (tokens: number): void => {
    const more = tokens - counted;
    counted = tokens;
    notes = notes.then(() => note({ totalTokens: more, costUsd: 0 }));
    // It is awaited when the answer is there, which may be long after it has failed.
    notes.catch(() => undefined);
  };
  try {
    const answer = await answers.answer({ ...request, onTokens });
    await note({ totalTokens: 0, costUsd: answer.usage.costUsd });
    return answer;
  } finally {
    await notes;
  }
}

/** Answers the task as a question. */
export async function runAnswer(request: AnswerRequest, answers: Answers, note: NoteUsage): Promise<RunOutput> {
  return outputOf(await askCounted(request, answers, note));
}
