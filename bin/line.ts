import type { Identity } from '../access/identity.js';
import { systemRandom } from '../access/secrets.js';
import { reaches } from '../access/tiers.js';
import { createAutopilot, type AskForLine } from '../jobs/workers/line/autopilot.js';
import { startLineWorker, type LineWorker } from '../jobs/workers/line/worker.js';
import { createOutbound } from '../outbound/outbound.js';
import { createParsePool } from '../surfaces/line/inbound/parse-pool.js';
import type { OperatorServices } from '../http/operator-endpoints.js';
import { createReceiveText } from '../surfaces/line/inbound/receive-text.js';
import { createReceive } from '../surfaces/line/inbound/receive.js';
import { startSmtpReceiver } from '../surfaces/line/inbound/smtp-receiver.js';
import { createReturnPaths } from '../surfaces/line/return-path.js';
import { withTexts } from '../surfaces/line/outgoing/sms.js';
import { listenFailure } from './failure.js';
import { openMailTransport } from './mail.js';
import { RETURN_KEY_SETTING } from './own-keys.js';
import type { Runtime } from './runtime.js';
import type { ProgramServices } from './services.js';

/** Tickers that a message marks (`$AAPL`) or names in capital letters. */
const TICKER = /(?<![\p{L}\p{N}.])\$?([A-Z]{2,5}(?:\.[A-Z])?)(?![\p{L}\p{N}])/gu;
const MOST_TICKERS = 5;
const MOST_INSTRUCTIONS = 400;
const RETURN_KEY_BYTES = 32;

/** Asks for an account, with its tier and its tokens; the message is data of the question, never its text. */
function createAsk({ store, access }: Runtime, agents: ProgramServices['agents']): AskForLine {
  const tickersOf = async (text: string): Promise<readonly string[]> => {
    const named = [...new Set([...text.matchAll(TICKER)].map(([, ticker = '']) => ticker))].slice(0, 50);
    const stored = await store.securities.bySymbols(named);
    return named.filter((ticker) => stored.has(ticker)).slice(0, MOST_TICKERS);
  };
  return async ({ accountId, instructions, context }) => {
    const identity: Identity | undefined = await access.owners.identityOf(accountId, null);
    if (identity === undefined || !reaches(identity.tier, 'pro')) return null;
    const tickers = await tickersOf(context);
    if (tickers.length === 0) return null;
    const told = instructions === null ? '' : ` ${instructions.slice(0, MOST_INSTRUCTIONS)}`;
    const task = {
      mode: 'digest',
      taskPrompt: `What do the data say about ${tickers.join(', ')}?${told}`,
      context,
      tickers,
    } as const;
    const signal = new AbortController().signal;
    const run = await agents.run({
      agent: null,
      task,
      identity,
      requestId: `line-${accountId}`,
      signal,
      onDataSource: () => undefined,
    });
    const { headline, detail, sources } = run.result as { headline?: unknown; detail?: unknown; sources?: unknown };
    const isSourced = Array.isArray(sources) && sources.length > 0;
    return isSourced && typeof headline === 'string' && typeof detail === 'string'
      ? { text: `${headline}\n\n${detail}` }
      : null;
  };
}

/** What a gateway for texts and a payment provider may tell. */
export function operatorServices({ store, clock }: Runtime): OperatorServices {
  return {
    receiveText: createReceiveText({ store, clock, random: systemRandom }),
    confirmPayment: async (accountId) => (await store.lines.activate(accountId, new Date(clock()))) !== undefined,
  };
}

/** Starts delivery, answers and, if it is configured, the mail receiver. */
export async function startLines(
  runtime: Runtime,
  { agents, lines }: Pick<ProgramServices, 'agents' | 'lines'>,
  options: { readonly sweepEveryMs?: number } = {},
): Promise<LineWorker & { readonly smtpPort: number | null }> {
  const { store, clock, log, config } = runtime;
  const { receiver, sms } = config.line;
  const outbound = createOutbound({ target: 'operator' });
  const key = String(
    await store.settings.setOnce(RETURN_KEY_SETTING, systemRandom(RETURN_KEY_BYTES).toString('base64url')),
  );
  const returnPaths = createReturnPaths(Buffer.from(key, 'base64url'));
  const tierOf = async (accountId: string): Promise<string | undefined> => (await store.accounts.get(accountId))?.tier;
  const worker = await startLineWorker({
    store,
    transport: withTexts(openMailTransport(config), sms === undefined ? null : { ...sms, outbound }),
    returnPaths,
    answer: createAutopilot({ lines, ask: createAsk(runtime, agents), tierOf, log }),
    clock,
    random: systemRandom,
    log,
    ...options,
  });
  const pool = createParsePool();
  const receive = createReceive({ store, pool, returnPaths, clock, random: systemRandom });
  const smtp =
    receiver === undefined
      ? null
      : await startSmtpReceiver({ ...receiver, store, returnPaths, clock, receive, log }).catch((error: unknown) => {
          throw listenFailure(error, `${receiver.host}:${receiver.port}`, 'SVC_SMTP_PORT');
        });
  return {
    smtpPort: smtp?.port ?? null,
    sweep: worker.sweep,
    async close() {
      await smtp?.close();
      await pool.close();
      await worker.close();
      outbound.close();
    },
  };
}
