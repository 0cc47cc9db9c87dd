import { setImmediate } from 'node:timers/promises';
import type { RequestContext } from '../../access/request-context.js';
import { civilOf } from '../../calendar/days.js';
import { quarterIndex } from '../../engines/promises/fiscal-quarter.js';
import { promiseLedger, type LedgerInput, type PromiseLedger } from '../../engines/promises/ledger.js';
import type { Call } from '../../engines/promises/statements.js';
import { DEMO_COMPANY, demoCalls } from '../../sources/simulated/demo-calls.js';
import { rowsBeside } from '../../sources/simulated/rows-beside.js';
import { SIMULATED } from '../../sources/simulated/simulated-rows.js';
import type { EarningsReport } from '../../store/earnings.js';
import type { Security } from '../../store/securities.js';
import { UNVERSIONED } from '../../store/table-versions.js';
import type { TranscriptFields } from '../../store/transcripts.js';
import { fieldLoader, objectLoader, type FieldQuery } from '../field-loader.js';
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
  today: number,
): LedgerInput {
  const company = transcripts.findLast((each) => each.company !== null)?.company ?? security.name;
  const calls = transcripts.map((transcript) => callOf(transcript, reports));
  const reported = reports.map(({ fiscalYear, fiscalQuarter, revenue, epsDiluted }) => ({
    index: quarterIndex(fiscalYear, fiscalQuarter),
    revenue,
    epsDiluted,
  }));
  return { company, calls, reports: reported, today };
}

/** Characters of calls above which a ledger takes too long for the event loop. */
const MUCH_TEXT = 50_000;

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

/** What a ledger is computed from. */
interface StoredInput {
  /** Ticker and number of quarters. */
  readonly id: string;
  readonly input: LedgerInput;
  /** The key of the kept result; null if the versions of what was read are not known. */
  readonly key: string | null;
  /** Sources of the calls. */
  readonly sources: readonly string[];
}

/** One query per table. */
function inputReader(services: Services) {
  return async (
    queries: readonly FieldQuery<SecurityRef, Params>[],
    context: RequestContext,
  ): Promise<readonly (StoredInput | Error)[]> => {
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
    return queries.map(({ obj: { ticker }, params: { quarters } }) => {
      const security = known.get(ticker);
      if (security === undefined) return notFound(ticker);
      const ownCalls = rowsBeside(security.source, calls.get(ticker) ?? []).slice(-quarters);
      const ownReports = rowsBeside(security.source, reports.get(ticker) ?? []);
      const id = [ticker, quarters].join('\u0000');
      const key = ['promiseLedger', id, security.name, context.today, ...versions].join('\u0000');
      return {
        id,
        input: inputOf(security, ownCalls, ownReports, context.today),
        key: versions.includes(UNVERSIONED) ? null : key,
        sources: ownCalls.map(({ source }) => source),
      };
    });
  };
}

/**
 * Computes ledgers one after the other; one is computed anew only if its transcripts, reports or company have changed.
 */
function ledgerReader(services: Services) {
  const compute = ledgerComputer(services);
  return async (
    queries: readonly FieldQuery<StoredInput, object>[],
    context: RequestContext,
  ): Promise<readonly (NamedLedger | Error)[]> => {
    const ledgers: (NamedLedger | Error)[] = [];
    for (const {
      obj: { input, key, sources },
    } of queries) {
      for (const source of sources) context.dataSources.add(source);
      const kept = key === null ? undefined : (services.results.find(key) as NamedLedger | undefined);
      const ledger = kept ?? (await compute(input, context));
      ledgers.push(kept !== undefined || key === null ? ledger : services.results.renew(key, () => ledger));
      // A ledger takes long enough to let other requests run before the next one.
      await setImmediate();
    }
    return ledgers;
  };
}

export function createFields(services: Services) {
  const inputs = fieldLoader(inputReader(services));
  const ledgers = objectLoader(ledgerReader(services), ({ id }: StoredInput) => id);
  return {
    Query: {
      demoPromiseLedger(_root, { quarters }, { dataSources }) {
        dataSources.add(SIMULATED);
        const calls = demoCalls(quarters).map((call) => callOf(call));
        // The fictional company's present is its newest call.
        const today = Math.max(...calls.map(({ callDay }) => callDay ?? 0));
        return {
          id: resultId('demoPromiseLedger', { ticker: DEMO_COMPANY.ticker }, quarters),
          ...promiseLedger({ company: DEMO_COMPANY.name, calls, reports: [], today }),
          company: DEMO_COMPANY.name,
          isDemo: true,
        };
      },
    },
    Security: {
      async promiseLedger(security, { quarters }, context) {
        const stored = await inputs(security, { quarters }, context);
        const read = (): Promise<NamedLedger> => ledgers(stored, {}, context);
        // Without calls there is nothing to charge, and so nothing that a quota could refuse.
        const ledger = await (stored.input.calls.length === 0 ? read() : chargingTranscript(context, read));
        return { id: resultId('promiseLedger', security, quarters), ...ledger };
      },
    },
  } satisfies Fields;
}
