import type { Answer, Answers } from '../../answers/answers.js';
import { ApiError } from '../../access/errors.js';
import { locate } from '../../access/parameters/faults.js';
import type { RequestContext } from '../../access/request-context.js';
import type { AskingChecks } from '../build/gates.js';
import type { AskQuestionInput, AskQuestionPayload, StartQuestionInput } from '../generated/types.js';
import type { AgentRun } from '../../store/agent-run-rows.js';
import type { Services } from '../services.js';
import { allNotFound } from '../ticker-not-found.js';
import type { Fields } from './generated/resolver-types.js';

/** What the resolvers of the payload's fields get. */
interface Payload extends Omit<AskQuestionPayload, 'viewer'> {
  readonly viewer: { readonly id: string };
}

interface Asked {
  readonly input: AskQuestionInput;
}

/** The tickers of a request without repetitions. Throws `ticker_not_found` for those that are not stored. */
async function knownTickers(
  services: Pick<Services, 'store' | 'live'>,
  tickers: readonly string[],
  context: RequestContext,
): Promise<readonly string[]> {
  await services.live?.ensure(tickers, context.requester.turn);
  const stored = await services.store.reading(context.versions).securities.bySymbols(tickers);
  const unknown = tickers.flatMap((ticker, index) =>
    stored.has(ticker) ? [] : [{ ticker, param: locate('tickers', [index]) }],
  );
  if (unknown.length === 0) return [...new Set(tickers)];
  throw await allNotFound(services, unknown, context);
}

function payloadOf({ models, toolCalls, grounding, usage, ...answer }: Answer, { identity }: RequestContext): Payload {
  return {
    answer,
    models,
    toolCalls: toolCalls.map((call) => ({ ...call, arguments: JSON.stringify(call.arguments) })),
    grounding,
    usage,
    viewer: { id: identity.accountId },
  };
}

/** Ends the reads of an answer whose client has left. */
function abandonment(context: RequestContext): AbortSignal {
  const controller = new AbortController();
  context.onAbandoned(() => controller.abort(new ApiError('request_timeout', 'The client has left.')));
  return controller.signal;
}

async function requireWords({ input: { question } }: Asked): Promise<void> {
  if (question.trim() === '')
    throw new ApiError('missing_parameter', 'question must not be blank.', { param: 'question' });
  if (!/[\p{L}\p{N}]/u.test(question))
    throw new ApiError('invalid_parameter', 'question must have a word.', { param: 'question' });
}

/** Questions are checked before the quota is. */
export function createQuestionChecks(): AskingChecks {
  return { 'Mutation.askQuestion': requireWords, 'Mutation.startQuestion': requireWords };
}

function createLoaders(services: Services) {
  const { access } = services;
  const answers: Answers = services.answers;
  return {
    async start(
      { question, tickers, mode, requestKey }: StartQuestionInput,
      context: RequestContext,
    ): Promise<AgentRun> {
      const { identity, requestId } = context;
      const known = await knownTickers(services, tickers ?? [], context);
      const task = { mode: mode ?? 'digest', taskPrompt: question, context: null, tickers: known };
      return services.questions.ask({ task, identity, requestId, requestKey: requestKey ?? null });
    },
    async ask({ question, tickers, mode }: AskQuestionInput, context: RequestContext): Promise<Payload> {
      const { identity, nowMs, requestId } = context;
      const wanted = mode ?? 'digest';
      const known = await knownTickers(services, tickers ?? [], context);
      const reservation = await access.tokens.reserve(identity, answers.estimate(wanted));
      let spent = 0;
      try {
        const answer = await answers.answer({
          identity,
          question,
          tickers: known,
          mode: wanted,
          tokens: reservation.id === null ? undefined : reservation.tokens,
          context: null,
          requestId,
          nowMs,
          signal: AbortSignal.any([abandonment(context), reservation.lost]),
          onDataSource: (source) => void context.dataSources.add(source),
          onTokens: (tokens) => (spent = tokens),
          // Recorded while the answer is checked; a failure is thrown where all wait for the record.
          onLastTokens: (tokens) => void reservation.settle(tokens).catch(() => undefined),
        });
        return payloadOf(answer, context);
      } finally {
        await reservation.settle(spent);
      }
    },
  };
}

export function createFields(services: Services) {
  const load = createLoaders(services);
  return {
    Mutation: {
      askQuestion: (_root, { input }, context) => load.ask(input, context),
      startQuestion: async (_root, { input }, context) => ({
        run: await load.start(input, context),
        viewer: { id: context.identity.accountId },
      }),
    },
  } satisfies Fields;
}
