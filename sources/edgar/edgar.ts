import type { z } from 'zod';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { secFiler } from '../../store/filers.js';
import type { Store } from '../../store/open-store.js';
import { ImportError } from '../files/import-report.js';
import { documentsIn, MOST_MIB } from '../institutional/filing-files.js';
import { readFiling } from '../institutional/read-filing.js';
import { textBody } from '../live/answer-body.js';
import type { AnyEndpoint, Endpoint } from '../live/endpoint.js';
import type { KindSource, ReadRows } from '../live/kind-source.js';
import { plainLine } from '../live/plain-line.js';
import { ReadError } from '../live/read-error.js';
import { profileOf } from '../models/well-known.js';
import { companyFacts } from '../sec/facts.js';
import { formDIn, formDOf } from '../sec/form-d.js';
import { readFilerFilings } from '../sec/read-filer-filings.js';
import { readOwnershipForm } from '../sec/read-ownership-form.js';
import { readReportFilings, readReports, type SecContext } from '../sec/read-reports.js';
import { storeFormsD } from '../sec/store-form-d.js';
import { submissions, tickersIn } from '../sec/submissions.js';
import { readXmlTree } from '../sec/xml-tree.js';
import { createCikLookup, readCompanyTickers } from './cik-lookup.js';
import { feedPath, readLatestFilings, type LatestFiling } from './latest-filings.js';

export const EDGAR = 'edgar';

/** The two hosts of the SEC; their requests count together. */
export interface EdgarEndpoints {
  /** data.sec.gov: submissions and companyfacts. */
  readonly data: Endpoint;
  /** www.sec.gov: the list of tickers, documents and the feed of latest filings. */
  readonly www: AnyEndpoint;
}

export interface Edgar extends KindSource {
  /** Entries of the newest filings of all filers, newest first. */
  latest(start: number): Promise<readonly LatestFiling[]>;
  /** A form D, whose issuer becomes a private company or a firm. */
  formD(filing: Pick<LatestFiling, 'accession' | 'cik'>, now: Date): Promise<ReadRows>;
  /** The holdings of a manager in a form 13F. */
  form13F(filing: Pick<LatestFiling, 'accession' | 'cik'>, now: Date): Promise<ReadRows>;
}

const OK = 200;
/** Statuses of documents that the SEC does not have, though it may list them; the body is a page or XML. */
const ABSENT = [404, 410] as const;
/** An XML document, unlike the pages by which the SEC refuses. */
const MARKUP = /^\s*<(?!!doctype html|html)/i;
const MOST_NAME_CHARACTERS = 200;
const OWNERSHIP = /^[345](\/A)?$/;
/** Forms of insiders that one reading fetches, newest first; the next one goes on. */
const MOST_FORMS = 20;
/** Documents that one reading asks for, if some are no forms. */
const MOST_FORM_REQUESTS = 2 * MOST_FORMS;
/** Insiders' forms are read as far back. */
const FORM_DAYS = 2 * 365;
const DAY_MS = 86_400_000;
/** How soon a form that could not be had is asked for again: the SEC lists new ones before it has their documents. */
const NEW_FORM_DAYS = 7;
const RETRY_DAYS = { new: 1, old: 7 };
/** The primary document as the SEC renders it; the form itself is without this folder. */
const RENDERED = /^xsl[^/]*\//;
/** A document in the folder of its filing. */
const DOCUMENT = /^\w[\w.-]*\.xml$/;

const folderOf = (cik: number, accession: string): string =>
  `/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}`;

/** Runs a transform; what the importer refuses is unreadable here. */
async function readable<Result>(what: string, read: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await read();
  } catch (cause) {
    if (!(cause instanceof ImportError)) throw cause;
    throw new ReadError('unreadable', `The ${what}: ${cause.message}`, { cause });
  }
}

/** Forms 13F of the largest managers; `followFilings` reads one at a time. */
const LARGE = { mostBytes: MOST_MIB * 1024 * 1024, totalTimeoutMs: 120_000 };

/** The SEC's EDGAR. Answers go through the same transforms as imports of its files. */
export function createEdgar({ data, www }: EdgarEndpoints, store: Store): Edgar {
  const lookup = createCikLookup(() =>
    www.getJson('/files/company_tickers.json', ({ json }) => readCompanyTickers(json)),
  );
  const contextAt = (now: Date): SecContext => ({ source: EDGAR, now, replacesFiler: false });

  /** A ticker that has become another company's takes what this source gave of the one before; imports stay. */
  const contextOf = async (ticker: string, now: Date): Promise<SecContext> => {
    const [classes, reports] = await Promise.all([
      store.filers.classesOf([ticker]),
      store.earnings.byTickers([ticker]),
    ]);
    const isOurs = classes.find((each) => each.ticker === ticker)?.source === EDGAR;
    // Quarters of no filer are a vendor's, which those of the filings replace.
    const replacesFiler =
      isOurs && (reports.get(ticker) ?? []).every(({ source, cik }) => source === EDGAR || cik === null);
    return { ...contextAt(now), replacesFiler };
  };

  const cikOf = (ticker: string, now: Date): Promise<number> => lookup.cikOf(ticker, now.getTime());

  /** A document of one filer's. */
  const documentOf = async <Document extends { readonly cik: number }>(
    path: string,
    what: string,
    model: z.ZodType<Document>,
    cik: number,
  ): Promise<Document> => {
    const document = await data.getJson(
      path,
      ({ json }) => {
        const parsed = model.safeParse(json);
        if (parsed.success) return parsed.data;
        throw new ReadError('unreadable', `The ${what} of CIK ${cik} are not as expected.`);
      },
      { absent: { statuses: ABSENT, what: `${what} of CIK ${cik}` } },
    );
    if (document.cik !== cik) throw new ReadError('unreadable', `Asked for CIK ${cik}, the SEC sent ${document.cik}.`);
    return document;
  };

  const submissionsOf = async (ticker: string, now: Date) => {
    const cik = await cikOf(ticker, now);
    const given = await documentOf(`/submissions/${secFiler(cik)}.json`, 'submissions', submissions, cik);
    // Whose a ticker is, the list says alone: a company that has given one up may still name it.
    const list = await lookup.list(now.getTime());
    const own = tickersIn(given).filter((each) => list.get(each) === cik);
    const name = plainLine(given.name ?? '', MOST_NAME_CHARACTERS);
    return { ...given, name: name || ticker, tickers: [...new Set([...own, ticker])] };
  };

  const filings = async (ticker: string, now: Date): Promise<ReadRows> => {
    const given = await submissionsOf(ticker, now);
    const context = await contextOf(ticker, now);
    return readable(`filings of ${ticker}`, () => {
      const all = readFilerFilings(store, given, given.tickers, context);
      const hasReports = given.filings.recent.form.some((form) => /^(10-[QK]|20-F|40-F|6-K)/.test(form));
      const reports = hasReports ? readReportFilings(store, given, context) : undefined;
      return {
        ...all,
        async save(tx) {
          const stored = await store.securities.within(tx, [ticker]);
          const { name } = given;
          if (!stored.has(ticker)) {
            const known = profileOf(ticker);
            const kind = known.kind === 'unknown' ? 'equity' : known.kind;
            await store.securities.upsert(tx, [
              { ...known, kind, name: known.name === ticker ? name : known.name, source: EDGAR },
            ]);
          }
          const notes = await all.save(tx);
          await reports?.save(tx);
          return notes;
        },
      };
    });
  };

  const fundamentals = async (ticker: string, now: Date): Promise<ReadRows> => {
    const cik = await cikOf(ticker, now);
    const facts = await documentOf(`/api/xbrl/companyfacts/${secFiler(cik)}.json`, 'facts', companyFacts, cik);
    const context = await contextOf(ticker, now);
    return readable(`facts of ${ticker}`, () => readReports(store, facts, ticker, context));
  };

  /**
   * An insider's form, or why it alone cannot be had: the SEC does not have it, or it is none. Throws ReadError if the
   * SEC gives none at all.
   */
  const insiderForm = async (
    { cik, accession, document }: { readonly cik: number; readonly accession: string; readonly document: string },
    now: Date,
  ): Promise<ReadRows | ReadError> => {
    const path = `${folderOf(cik, accession)}/${document}`;
    const { status, body } = await www.get(path, { accept: '*/*', alsoAnswers: ABSENT }, async (response) => {
      const text = await textBody(response, 'The SEC');
      if (response.status === OK && !MARKUP.test(text))
        throw new ReadError('unreadable', `The SEC answered with no form for ${accession}.`);
      return text;
    });
    if (status !== OK) return new ReadError('unknown_ticker', `The SEC answered with status ${status}.`);
    try {
      return await readable(`form ${accession}`, async () =>
        readOwnershipForm(store, await readXmlTree([body]), accession, contextAt(now)),
      );
    } catch (error) {
      if (error instanceof ReadError) return error;
      throw error;
    }
  };

  const insiders = async (ticker: string, now: Date): Promise<ReadRows> => {
    const given = await submissionsOf(ticker, now);
    const held = new Set((await store.insiderFilings.byTickers([ticker])).get(ticker)?.map(({ id }) => id));
    const { recent } = given.filings;
    const before = (days: number): string => new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
    const since = before(FORM_DAYS);
    const listed = recent.form.flatMap((form, index) => {
      const [accession = '', document = ''] = [recent.accessionNumber[index], recent.primaryDocument?.[index]];
      const form4 = document.replace(RENDERED, '');
      const filed = recent.filingDate[index] ?? '';
      const isWanted = OWNERSHIP.test(form) && DOCUMENT.test(form4) && filed >= since;
      return isWanted && !held.has(accession) ? [{ accession, document: form4, filed }] : [];
    });
    const absent = await store.insiderFilings.unavailable(listed.map(({ accession }) => accession));
    const isDue = ({ accession, filed }: (typeof listed)[number]): boolean => {
      const askedMs = absent.get(accession)?.getTime() ?? -Infinity;
      return now.getTime() - askedMs >= RETRY_DAYS[filed >= before(NEW_FORM_DAYS) ? 'new' : 'old'] * DAY_MS;
    };
    // Those that were asked for in vain come after all others.
    const wanted = listed.filter(isDue).sort((one, other) => +absent.has(one.accession) - +absent.has(other.accession));
    const forms: { readonly accession: string; readonly form: ReadRows }[] = [];
    const leftOut = (accession: string, { message }: Error): string => `Form ${accession} was left out: ${message}`;
    const notes: string[] = [];
    const missed: string[] = [];
    let asked = 0;
    for (const { accession, document } of wanted.slice(0, MOST_FORM_REQUESTS)) {
      if (forms.length === MOST_FORMS) break;
      asked += 1;
      const form = await insiderForm({ cik: given.cik, accession, document }, now);
      if (form instanceof ReadError) {
        notes.push(leftOut(accession, form));
        missed.push(accession);
      } else forms.push({ accession, form });
    }
    if (wanted.length > asked) notes.push(`${wanted.length - asked} more forms of insiders are read the next time.`);
    if (listed.length > wanted.length)
      notes.push(`${listed.length - wanted.length} forms of insiders could not be had, and are asked for again later.`);
    return {
      rows: forms.reduce((sum, { form }) => sum + form.rows, 0),
      refused: forms.flatMap(({ form }) => form.refused),
      notes,
      async save(tx) {
        const unsaved: string[] = [];
        await store.insiderFilings.noteUnavailable(tx, missed, now);
        for (const { accession, form } of forms) {
          try {
            await form.save(tx);
          } catch (error) {
            // Refused before anything of it was written.
            if (!(error instanceof ImportError)) throw error;
            unsaved.push(leftOut(accession, error));
            // None of them can be stored: the ticker may be imported for another filer.
            if (unsaved.length === forms.length) throw error;
          }
        }
        return unsaved;
      },
    };
  };

  return {
    name: EDGAR,
    kinds: { filings, fundamentals, insiders },
    async probe() {
      await www.getText(feedPath(0));
    },
    latest: async (start) => readLatestFilings(await www.getText(feedPath(start))),
    async formD({ accession, cik }, now) {
      const absent = { statuses: ABSENT, what: `document of form D ${accession}` };
      const text = await www.getText(`${folderOf(cik, accession)}/primary_doc.xml`, { absent });
      return readable(`form D ${accession}`, async () => {
        const form = formDOf(
          formDIn(await readXmlTree([text], { dropsPrefixes: true })),
          newYorkTime(now.getTime()).day,
        );
        return { rows: 1, refused: [], notes: [], save: (tx) => storeFormsD(store, tx, [form], EDGAR) };
      });
    },
    async form13F({ accession, cik }, now) {
      const absent = { statuses: ABSENT, what: `document of form 13F ${accession}` };
      const text = await www.getText(`/Archives/edgar/data/${cik}/${accession}.txt`, { ...LARGE, absent });
      return readable(`form 13F ${accession}`, async () =>
        readFiling(store, await documentsIn(text, accession), contextAt(now)),
      );
    },
  };
}
