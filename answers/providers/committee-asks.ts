import type { AnswerRequest, CommitteePart } from '../answers.js';

/** What a model is asked beside the task. */
const ASKS: Readonly<Record<CommitteePart, string>> = {
  bull: 'What speaks for it: strengths, momentum and upside?',
  bear: 'What speaks against it: weaknesses, signs of decline and downside?',
  risk: 'What are the risks: volatility, drawdowns and dates ahead?',
  chair: 'Weigh the bull, the bear and the risk view, and say which is better supported.',
};

/** A request with what its part of a committee is asked. */
export const withCommitteeAsk = (request: AnswerRequest): AnswerRequest =>
  request.part === undefined ? request : { ...request, question: `${request.question}\n${ASKS[request.part]}` };
