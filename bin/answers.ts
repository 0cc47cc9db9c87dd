import type { ExecutionResult } from 'graphql';
import type { Logger } from 'pino';
import type { Answers } from '../answers/answers.js';
import { createAnswers } from '../answers/create-answers.js';
import { createDirectory, type NameDirectory } from '../answers/names/directory.js';
import type { Read } from '../answers/tools/tool.js';
import type { Meter, MeterName } from '../access/meter.js';
import { monthState } from '../access/meter.js';
import { RequestContext, type RequestMeter } from '../access/request-context.js';
import type { ChatModel } from '../answers/providers/chat-model.js';
import { monthAt, type Clock } from '../calendar/utc-periods.js';
import type { Gateway, PreparedOperation } from '../gateway/gateway.js';
import type { Store } from '../store/open-store.js';

/** Reads below an answer cost no requests; transcripts count as everywhere. */
function belowAnswers(meter: Meter): RequestMeter {
  const isFree = (name: MeterName): boolean => name === 'requests';
  return {
    charge: (identity, units, nowMs, name = 'requests') =>
      isFree(name) ? monthState(monthAt(nowMs), 0, null) : meter.charge(identity, units, nowMs, name),
    refund: (identity, units, month, name = 'requests') =>
      isFree(name) ? undefined : meter.refund(identity, units, month, name),
  };
}

/** Prepared operations of the tools, which are few. */
function preparer(gateway: () => Gateway<RequestContext>): (operation: string) => PreparedOperation {
  const known = new Map<string, PreparedOperation>();
  return (operation) => {
    const found = known.get(operation);
    if (found !== undefined) return found;
    const prepared = gateway().prepare(operation);
    if ('errors' in prepared)
      throw new Error(
        `The gateway refuses a tool's operation: ${prepared.errors.map(({ message }) => message).join('; ')}`,
      );
    known.set(operation, prepared);
    return prepared;
  };
}

const TABLES = ['securities', 'private_companies', 'investors', 'institutional_filings'] as const;
/** More securities than any market has. */
const ALL = 1_000_000;

async function readDirectory(store: Store): Promise<NameDirectory> {
  const [{ securities }, companies, investors, managers] = await Promise.all([
    store.securities.list({ limit: ALL }),
    store.privateCompanies.all(),
    store.investors.all(),
    store.institutionalFilings.managers(),
  ]);
  return createDirectory({
    securities: securities.map(({ symbol, name, kind, sector }) => ({ ticker: symbol, name, kind, sector })),
    companies: companies.map(({ slug, name, sector, profile }) => ({
      slug,
      name,
      sector,
      aliases: profile?.aliases ?? [],
    })),
    investors: investors.map(({ slug, name, profile }) => ({
      slug,
      name,
      aliases: [...(profile.shortName === null ? [] : [profile.shortName]), ...profile.aliases],
    })),
    managers,
  });
}

/** The names of everybody stored, read again when one of their tables has changed. */
function directoryOf(store: Store): () => Promise<NameDirectory> {
  let known: { readonly key: string; readonly directory: Promise<NameDirectory> } | null = null;
  return () => {
    const versions = TABLES.map((table) => store.versionOf(table));
    const key = versions.join();
    if (known?.key === key && versions.every((version) => version !== undefined)) return known.directory;
    const directory = readDirectory(store);
    known = { key, directory };
    directory.catch(() => (known = null));
    return directory;
  };
}

/** What answers need of a process. */
export interface AnswerServices {
  readonly store: Store;
  readonly meter: Meter;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  /** The configured model, if there is one. */
  readonly model: (() => Promise<ChatModel>) | undefined;
}

/** Answers over a graph in this process, whose subgraphs charge here and not elsewhere. */
export function openAnswers(
  { store, meter, clock, log, model }: AnswerServices,
  gateway: () => Gateway<RequestContext>,
): Answers {
  const prepare = preparer(gateway);
  const free = belowAnswers(meter);
  return createAnswers({
    onRemoved: (sentence, claims) => log.warn({ sentence, claims }, 'a sentence of an answer is not supported'),
    clock,
    model,
    directory: directoryOf(store),
    reader: ({ identity, requestId, nowMs, onDataSource = () => undefined }): Read => {
      const context = new RequestContext({ identity, requestId, nowMs, meter: free });
      return async (operation, variables): Promise<ExecutionResult> => {
        const result = await gateway().execute(prepare(operation), variables, context);
        for (const source of context.dataSources) onDataSource(source);
        return result;
      };
    },
  });
}
