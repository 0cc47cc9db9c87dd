import { setImmediate } from 'node:timers/promises';
import type { RequestContext } from '../../access/request-context.js';
import { civilOf } from '../../calendar/days.js';
import { quarterIndex } from '../../engines/promises/fiscal-quarter.js';
import { promiseLedger, type LedgerInput, type PromiseLedger } from '../../engines/promises/ledger.js';
import type { Call } from '../../engines/promises/statements.js';
import { DEMO_COMPANY, demoCalls } from '../../sources/simulated/demo-calls.js';
import { rowsBeside } from '../../sources/simulated/rows-beside.js';
import type { EarningsReport } from '../../store/earnings.js';
import type { Security } from '../../store/securities.js';
import { UNVERSIONED } from '../../store/table-versions.js';
import type { TranscriptFields } from '../../store/transcripts.js';
import { fieldLoader, type FieldQuery } from '../field-loader.js';
import { resultId } from '../result-ids.js';
import type { Services } from '../services.js';
import { notFoundErrors } from '../ticker-not-found.js';
import type { SecurityRef } from '../tickers.js';
import { chargingTranscript } from '../transcript-charge.js';
import type { Fields } from './generated/resolver-types.js';
import { studyThreads } from './study-threads.js';

interface Params {
  readonly quarters: number;
}

type NamedLedger = PromiseLedger & {
  readonly company: string;
  readonly isDemo: boolean;
};

function endOf(day: number | null): Call['end'] {
  if (day === null) return null;
  const { year, month } = civilOf(day);
  return { year, month };
}

/** The call of a transcript; its quarter ends when the transcript, or else the stored report, says so. */
function callOf(transcript: TranscriptFields, reports: readonly EarningsReport[] = []): Call {
  const { fiscalYear, fiscalQuarter, callDay, periodEnd, turns } = transcript;
  const report = reports.find((each) => each.fiscalYear === fiscalYear && each.fiscalQuarter === fiscalQuarter);
  return {
    fiscalYear,
    fiscalQuarter,
    callDay,
    end: endOf(periodEnd ?? report?.periodEnd ?? null),
    turns,
  };
}

function inputOf(
  security: Security,
  transcripts: readonly TranscriptFields[],
  reports: readonly EarningsReport[],
): LedgerInput {
  const company = transcripts.findLast((each) => each.company !== null)?.company ?? security.name;
  const calls = transcripts.map((transcript) => callOf(transcript, reports));
  const reported = reports.map(({ fiscalYear, fiscalQuarter, revenue, epsDiluted }) => ({
    index: quarterIndex(fiscalYear, fiscalQuarter),
    revenue,
    epsDiluted,
  }));
  return { company, calls, reports: reported };
}

/** Characters of calls above which a ledger takes too long for the event loop. */
const MUCH_TEXT = 200_000;

function isLong({ calls }: LedgerInput): boolean {
  const lengths = calls.flatMap(({ turns }) => turns.map(({ text }) => text.length));
  return lengths.reduce((sum, length) => sum + length, 0) > MUCH_TEXT;
}

/** Computes a ledger, that of much text in a thread. */
function ledgerComputer(services: Services) {
  const threads = studyThreads(services);
  return async (input: LedgerInput, { requester }: RequestContext): Promise<NamedLedger> => {
    const ledger = isLong(input)
      ? await threads.run(requester, (call) => call('ledgerOfCalls', input))
      : promiseLedger(input);
    return { ...ledger, company: input.company, isDemo: false };
  };
}

/** One query per table; a ledger is computed anew only if its transcripts, reports or company have changed. */
function ledgerReader(services: Services) {
  const compute = ledgerComputer(services);
  return async (
    queries: readonly FieldQuery<SecurityRef, Params>[],
    context: RequestContext,
  ): Promise<readonly (NamedLedger | Error)[]> => {
    const tickers = [...new Set(queries.map(({ obj }) => obj.ticker))];
    const { earnings, securities, transcripts } = services.store.reading(context.versions);
    const newest = Math.max(...queries.map(({ params }) => params.quarters));
    const [known, calls, reports] = await Promise.all([
      securities.bySymbols(tickers),
      transcripts.newest(tickers.map((ticker) => ({ ticker, newest }))),
      earnings.byTickers(tickers),
    ]);
    const versions = ['transcripts', 'earnings_reports'].map((table) => context.versions.get(table) ?? UNVERSIONED);
    const notFound = await notFoundErrors(
      services,
      tickers.filter((ticker) => !known.has(ticker)),
      context,
    );
    const ledgers: (NamedLedger | Error)[] = [];
    for (const {
      obj: { ticker },
      params: { quarters },
    } of queries) {
      const security = known.get(ticker);
      if (security === undefined) {
        ledgers.push(notFound(ticker));
        continue;
      }
      const ownCalls = rowsBeside(security.source, calls.get(ticker) ?? []).slice(-quarters);
      const ownReports = rowsBeside(security.source, reports.get(ticker) ?? []);
      for (const { source } of ownCalls) context.dataSources.add(source);
      const key = ['promiseLedger', ticker, security.name, quarters, ...versions].join('\u0000');
      const kept = versions.includes(UNVERSIONED) ? undefined : services.results.find(key);
      const ledger =
        (kept as NamedLedger | undefined) ?? (await compute(inputOf(security, ownCalls, ownReports), context));
      ledgers.push(
        kept === undefined && !versions.includes(UNVERSIONED) ? services.results.renew(key, () => ledger) : ledger,
      );
      // A ledger takes long enough to let other requests run before the next one.
      await setImmediate();
    }
    return ledgers;
  };
}

export function createFields(services: Services) {
  const load = fieldLoader(ledgerReader(services));
  return {
    Query: {
      demoPromiseLedger: (_root, { quarters }) => ({
        id: resultId('demoPromiseLedger', { ticker: DEMO_COMPANY.ticker }, quarters),
        ...promiseLedger({
          company: DEMO_COMPANY.name,
          calls: demoCalls(quarters).map((call) => callOf(call)),
          reports: [],
        }),
        company: DEMO_COMPANY.name,
        isDemo: true,
      }),
    },
    Security: {
      promiseLedger: (security, { quarters }, context) =>
        chargingTranscript(context, async () => ({
          id: resultId('promiseLedger', security, quarters),
          ...(await load(security, { quarters }, context)),
        })),
    },
  } satisfies Fields;
}
