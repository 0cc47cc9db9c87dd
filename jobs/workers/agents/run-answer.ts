import type { Answer, AnswerRequest, Answers } from '../../../answers/answers.js';
import type { NoteUsage, RunOutput } from './run-result.js';

/** What an answer is as the outcome of a run. */
export function outputOf({ headline, detail, sources, confidence, asOf, models, toolCalls, grounding }: Answer): RunOutput {
  return { isFired: true, result: { headline, detail, confidence, sources, asOf }, models, toolCalls, grounding };
}

/** Answers the task as a question. */
export async function runAnswer(request: AnswerRequest, answers: Answers, note: NoteUsage): Promise<RunOutput> {
  const answer = await answers.answer(request);
  await note(answer.usage);
  return outputOf(answer);
}
