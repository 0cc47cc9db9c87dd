import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { createOutbound } from '../../outbound/outbound.js';
import { embeddedDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { submissionText } from '../institutional/fixtures/forms.js';
import { textBody } from '../live/answer-body.js';
import { createEndpoint } from '../live/endpoint.js';
import { startReplayServer, type ReplayServer } from '../live/fixtures/replay-server.js';
import type { SourceFault } from '../live/fixtures/source-faults.js';
import { createKindReads, type KindReads } from '../live/kind-reads.js';
import { liveStore } from '../live/live-store.js';
import { calendarYear, companyFactsFile } from '../sec/fixtures/facts.js';
import { formDXml } from '../sec/fixtures/forms-d.js';
import { ownershipXml } from '../sec/fixtures/ownership.js';
import { readCompanyTickers } from './cik-lookup.js';
import { createEdgar, type Edgar } from './edgar.js';
import { followFilings } from './follow-filings.js';

const CIK = 1234567;
const clock = { nowMs: 0 };
/** Of each request: short only while the SEC is silent, and nothing would be answered. */
const limit = { totalTimeoutMs: 60_000 };
const logged: string[] = [];
const log = {
  info: () => undefined,
  warn: (details: object, message: string) => void logged.push(`${message} ${JSON.stringify(details)}`),
  error: (details: object, message: string) => void logged.push(`error: ${message} ${JSON.stringify(details)}`),
};
const open = embeddedDatabase();
let opened: { readonly store: Store; readonly sec: ReplayServer } | undefined;
const closing: (() => Promise<void>)[] = [];
let processes = 0;

const parts = async () => (opened ??= { store: await open(), sec: await startReplayServer() });

/** Rows of the SEC's submissions: accession number, form, filing date and primary document. */
function submissionsOf(
  ticker: string,
  rows: readonly (readonly [string, string, string, string])[],
  cik = CIK,
): string {
  const column = (index: 0 | 1 | 2 | 3) => rows.map((row) => row[index]);
  const recent = {
    accessionNumber: column(0),
    form: column(1),
    filingDate: column(2),
    primaryDocument: column(3),
    acceptanceDateTime: rows.map((row) => `${row[2]}T15:00:00.000Z`),
    reportDate: rows.map(() => ''),
    items: rows.map(() => ''),
  };
  return JSON.stringify({
    cik: String(cik).padStart(10, '0'),
    name: 'Pebble Optics Inc.',
    tickers: [ticker],
    filings: { recent },
  });
}

const FORM_4 = '0001234567-30-000002';
const ROWS = [
  [FORM_4, '4', '2030-05-08', 'xslF345X05/form4.xml'],
  ['0001234567-30-042000', '10-Q', '2030-05-10', 'q1.htm'],
] as const;

async function process({ waitMs = 60_000 } = {}): Promise<{
  readonly kinds: KindReads;
  readonly edgar: Edgar;
  readonly store: ReturnType<typeof liveStore>;
}> {
  const { store, sec } = await parts();
  const outbound = createOutbound({ target: 'operator' });
  const endpoint = createEndpoint({
    name: `edgar ${(processes += 1)}`,
    baseUrl: sec.url,
    headers: { 'user-agent': 'Pebble Research ann@pebble.example' },
    limits: { perSecond: 1_000, burst: 1_000, mostFailures: 3 },
    outbound: { ...outbound, send: (request) => outbound.send({ ...limit, ...request }) },
    budgets: store.sourceBudgets,
    clock: () => clock.nowMs,
  });
  const edgar = createEdgar({ www: endpoint, data: endpoint }, store);
  const kinds = createKindReads({
    sources: [edgar],
    store,
    keepsSimulated: false,
    clock: () => clock.nowMs,
    log,
    waitMs,
  });
  closing.push(async () => {
    await kinds.close();
    outbound.close();
  });
  return { kinds, edgar, store: liveStore(store, { bars: null, kinds }) };
}

/** A new company with its answers. */
async function company(
  cik = CIK + (processes += 1),
): Promise<{ readonly ticker: string; readonly cik: number; readonly key: string }> {
  const { sec } = await parts();
  const ticker = `PB${String.fromCharCode(65 + (cik % 26))}${String.fromCharCode(65 + (Math.floor(cik / 26) % 26))}`;
  const key = String(cik).padStart(10, '0');
  sec.answers.set(
    '/files/company_tickers.json',
    JSON.stringify({ 0: { cik_str: cik, ticker, title: 'Pebble Optics Inc.' } }),
  );
  sec.answers.set(`/submissions/CIK${key}.json`, submissionsOf(ticker, ROWS, cik));
  sec.answers.set(
    `/api/xbrl/companyfacts/CIK${key}.json`,
    JSON.stringify(companyFactsFile(calendarYear(2029, [10, 11, 12, 46]), cik)),
  );
  sec.answers.set(
    `/Archives/edgar/data/${cik}/000123456730000002/form4.xml`,
    ownershipXml({ cik: key, symbol: ticker }),
  );
  return { ticker, cik, key };
}

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
};

beforeEach(async () => {
  const { sec } = await parts();
  Object.assign(sec, { fault: null, isGzipped: false });
  sec.asked.length = 0;
  sec.headers.length = 0;
  sec.answers.clear();
  logged.length = 0;
  limit.totalTimeoutMs = 60_000;
  clock.nowMs = newYorkUtcMs(parseIsoDate('2030-05-14') ?? 0, 12 * 60);
});
afterAll(async () => {
  for (const close of closing) await close();
  await opened?.sec.close();
});

describe('reads through', () => {
  it('the filings, fiscal quarters and insiders of a ticker that nobody has stored are those of EDGAR', async () => {
    const { sec } = await parts();
    const { store } = await process();
    const { ticker, cik, key } = await company();
    const reading = store.reading(new Map());
    const filings = (await reading.companyFilings.byTickers([ticker])).get(ticker);
    expect(
      filings?.map(({ accession, form, filingDay, source }) => [accession, form, isoDate(filingDay), source]),
    ).toEqual([
      [FORM_4, '4', '2030-05-08', 'edgar'],
      ['0001234567-30-042000', '10-Q', '2030-05-10', 'edgar'],
    ]);
    const reports = (await reading.earnings.byTickers([ticker])).get(ticker);
    expect(
      reports?.map(({ fiscalYear, fiscalQuarter, revenue, source }) => [fiscalYear, fiscalQuarter, revenue, source]),
    ).toEqual([
      [2029, 1, 10, 'edgar'],
      [2029, 2, 11, 'edgar'],
      [2029, 3, 12, 'edgar'],
      [2029, 4, 13, 'edgar'],
    ]);
    const forms = (await reading.insiderFilings.byTickers([ticker])).get(ticker);
    expect(forms?.map(({ id, origin, source }) => [id, origin, source])).toEqual([[FORM_4, 'form', 'edgar']]);
    const security = (await (await parts()).store.securities.bySymbols([ticker])).get(ticker);
    expect(security).toMatchObject({ name: 'Pebble Optics Inc.', kind: 'equity', source: 'edgar' });
    expect(sec.asked).toEqual([
      '/files/company_tickers.json',
      `/submissions/CIK${key}.json`,
      `/api/xbrl/companyfacts/CIK${key}.json`,
      `/submissions/CIK${key}.json`,
      `/Archives/edgar/data/${cik}/000123456730000002/form4.xml`,
    ]);
    expect(new Set(sec.headers.map((headers) => headers['user-agent']))).toEqual(
      new Set(['Pebble Research ann@pebble.example']),
    );
  });

  it('one process or many: a kind of a ticker is read once until it is due, then in the background', async () => {
    const { sec } = await parts();
    const [one, other] = [await process(), await process()];
    const { ticker, cik, key } = await company();
    await Promise.all([one.kinds.ensure('filings', [ticker]), one.kinds.ensure('filings', [ticker])]);
    await other.kinds.ensure('filings', [ticker]);
    const path = `/submissions/CIK${key}.json`;
    expect(sec.asked.filter((asked) => asked === path)).toHaveLength(1);
    sec.answers.set(
      path,
      submissionsOf(ticker, [['0001234567-30-000009', '8-K', '2030-05-14', 'x.htm'], ...ROWS], cik),
    );
    clock.nowMs += 29 * 60_000;
    one.kinds.used(ticker);
    expect(sec.asked.filter((asked) => asked === path)).toHaveLength(1);
    clock.nowMs += 60_000;
    one.kinds.used(ticker);
    await until(async () => (await (await parts()).store.companyFilings.byTickers([ticker])).get(ticker)?.length === 3);
  });

  it('a ticker that the SEC does not have is not asked for again for a day', async () => {
    const { sec } = await parts();
    const { kinds } = await process();
    await company();
    await kinds.ensure('fundamentals', ['NOPE']);
    await kinds.ensure('fundamentals', ['NOPE']);
    expect([sec.asked, kinds.faultOf('fundamentals', 'NOPE')]).toEqual([['/files/company_tickers.json'], null]);
    expect(
      ((await (await parts()).store.sourceReads.ofSymbols(['NOPE'])).get('NOPE') ?? []).map(({ fault }) => fault),
    ).toEqual(['unknown_ticker']);
  });

  it('companies without facts, of which the SEC answers with XML and 404, have none, and the SEC is asked on', async () => {
    const { sec, store } = await parts();
    const { kinds } = await process();
    sec.respond = ({ pathname }) =>
      pathname.includes('companyfacts')
        ? { status: 404, body: '<?xml version="1.0" encoding="UTF-8"?><Error><Code>NoSuchKey</Code></Error>' }
        : undefined;
    const names = await Promise.all(Array.from({ length: 4 }, () => company()));
    const listed = Object.fromEntries(names.map(({ ticker, cik }) => [ticker, { cik_str: cik, ticker, title: 'P' }]));
    sec.answers.set('/files/company_tickers.json', JSON.stringify(listed));
    for (const { ticker } of names) await kinds.ensure('fundamentals', [ticker]);
    await kinds.ensure('filings', [names[0]?.ticker ?? '']);
    sec.respond = null;
    const reads = await store.sourceReads.ofSymbols(names.map(({ ticker }) => ticker));
    expect([...reads.values()].flat().map(({ kind, fault }) => [kind, fault])).toEqual(
      expect.arrayContaining([['filings', null], ...names.map(() => ['fundamentals', 'unknown_ticker'])]),
    );
    expect(sec.asked.filter((path) => path.includes('companyfacts'))).toHaveLength(4);
  });

  it('a ticker that the operator imported for another filer is left alone, and told', async () => {
    const { store } = await parts();
    const { kinds } = await process();
    const { ticker } = await company();
    await store.db
      .transaction()
      .execute((tx) =>
        store.filers.save(tx, [{ ticker, filer: 'CIK0000000042', name: 'Old Pebble', source: 'files' }]),
      );
    await kinds.ensure('filings', [ticker]);
    expect((await store.filers.classesOf([ticker])).map(({ filer, source }) => [filer, source])).toEqual([
      ['CIK0000000042', 'files'],
    ]);
    expect(logged.join()).toContain(`${ticker} is stored for CIK 42`);
  });

  it("submissions that name other companies' tickers take none of them, and a filer's name is one plain line", async () => {
    const { sec, store } = await parts();
    const { kinds } = await process();
    const { ticker, cik, key } = await company();
    const given = JSON.parse(submissionsOf(ticker, ROWS, cik)) as { name: string; tickers: string[] };
    given.tickers = [ticker, 'VICTIM', ...Array.from({ length: 5_000 }, (_, index) => `V${index}`)];
    given.name = `\u001b[2J${'Pebble '.repeat(1_000)}`;
    sec.answers.set(`/submissions/CIK${key}.json`, JSON.stringify(given));
    await kinds.ensure('filings', [ticker]);
    const known = await store.filers.tickersOfFilers([`CIK${key}`]);
    expect([...known.values()].flat()).toEqual([ticker]);
    const [{ name } = { name: null }] = await store.filers.classesOf([ticker]);
    expect([name?.startsWith('[2JPebble'), (name?.length ?? 0) <= 200]).toEqual([true, true]);
  });

  it('a ticker that has become another company’s has the filings of that one, unless it was imported', async () => {
    const { sec, store } = await parts();
    const { kinds } = await process();
    const before = await company();
    await kinds.ensure('filings', [before.ticker]);
    await kinds.ensure('fundamentals', [before.ticker]);
    const after = await company();
    sec.answers.set(`/submissions/CIK${after.key}.json`, submissionsOf(before.ticker, ROWS, after.cik));
    sec.answers.set(
      '/files/company_tickers.json',
      JSON.stringify({ 0: { cik_str: after.cik, ticker: before.ticker, title: 'x' } }),
    );
    clock.nowMs += 2 * 86_400_000;
    await kinds.refresh('filings', [before.ticker]);
    await kinds.refresh('fundamentals', [before.ticker]);
    expect((await store.filers.classesOf([before.ticker])).map(({ filer }) => filer)).toEqual([`CIK${after.key}`]);
    const reports = (await store.earnings.byTickers([before.ticker])).get(before.ticker) ?? [];
    expect([reports.length > 0, new Set(reports.map(({ cik }) => cik))]).toEqual([true, new Set([after.cik])]);
  });

  it("documents of insiders' forms are asked for in the folder of their filing alone", async () => {
    const { sec } = await parts();
    const { kinds } = await process();
    const { ticker, cik, key } = await company();
    const rows = [
      '../../../../../../api/other.xml',
      'a/b/c.xml',
      '..%2f..%2fx.xml',
      '?x=.xml',
      'xslF345X05/form4.xml',
    ].map((document, index) => [`0001234567-30-00010${index}`, '4', '2030-05-08', document] as const);
    sec.answers.set(`/submissions/CIK${key}.json`, submissionsOf(ticker, rows, cik));
    const folder = `/Archives/edgar/data/${cik}/00012345673000010`;
    sec.answers.set(`${folder}4/form4.xml`, ownershipXml({ cik: key, symbol: ticker }));
    await kinds.ensure('insiders', [ticker]);
    expect(sec.asked.filter((path) => path.endsWith('.xml'))).toEqual([`${folder}4/form4.xml`]);
  });

  it("an insider's form that the SEC does not have, or that is none, is noted, and the others are stored", async () => {
    const { store, sec } = await parts();
    const { kinds } = await process();
    const { ticker, cik, key } = await company();
    const rows = [0, 1, 2, 3].map((index) => [`0001234567-30-00020${index}`, '4', '2030-05-08', 'form4.xml'] as const);
    sec.answers.set(`/submissions/CIK${key}.json`, submissionsOf(ticker, rows, cik));
    const path = (index: number): string => `/Archives/edgar/data/${cik}/00012345673000020${index}/form4.xml`;
    sec.answers.set(path(1), ownershipXml({ cik: '', symbol: ticker }));
    sec.answers.set(path(2), '<ownershipDocument><issuer>');
    sec.answers.set(path(3), ownershipXml({ cik: key, symbol: ticker }));
    await kinds.ensure('insiders', [ticker]);
    expect((await store.insiderFilings.byTickers([ticker])).get(ticker)?.map(({ id }) => id)).toEqual([
      '0001234567-30-000203',
    ]);
    const read = (await store.sourceReads.bySymbols([ticker], 'insiders')).get(ticker);
    expect([read?.fault, read?.notes]).toEqual([
      null,
      [
        'Form 0001234567-30-000200 was left out: The SEC answered with status 404.',
        'Form 0001234567-30-000201 was left out: The form 0001234567-30-000201: The form has no CIK of the issuer.',
        expect.stringMatching(
          /^Form 0001234567-30-000202 was left out: The form 0001234567-30-000202: The file is not well-formed XML/,
        ),
      ],
    ]);
    expect(
      (await store.sourceBudgets.all()).find(({ endpoint }) => endpoint === `edgar ${processes - 1}`)?.failures,
    ).toBe(0);
  });

  it("insiders' forms behind many that the SEC does not have are read next, and those are asked for again later", async () => {
    const { store, sec } = await parts();
    const { kinds } = await process();
    const { ticker, cik, key } = await company();
    const rows = Array.from({ length: 45 }, (_, index) => {
      const filed = index < 2 ? '2030-05-08' : '2030-04-08';
      return [`0001234567-30-0003${String(index).padStart(2, '0')}`, '4', filed, 'form4.xml'] as const;
    });
    sec.answers.set(`/submissions/CIK${key}.json`, submissionsOf(ticker, rows, cik));
    const pathOf = ([accession]: (typeof rows)[number]): string =>
      `/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}/form4.xml`;
    for (const row of rows.slice(40)) sec.answers.set(pathOf(row), ownershipXml({ cik: key, symbol: ticker }));
    const readAt = async (nowMs: number) => {
      clock.nowMs = nowMs;
      sec.asked.length = 0;
      await kinds.refresh('insiders', [ticker]);
      const read = (await store.sourceReads.bySymbols([ticker], 'insiders')).get(ticker);
      const held = (await store.insiderFilings.byTickers([ticker])).get(ticker)?.length ?? 0;
      return [sec.asked.filter((path) => path.includes('/Archives/')).length, held, read?.fault, read?.notes.at(-1)];
    };
    const [first, day] = [clock.nowMs, 86_400_000];
    expect(await readAt(first)).toEqual([40, 0, null, '5 more forms of insiders are read the next time.']);
    const later = 'forms of insiders could not be had, and are asked for again later.';
    expect(await readAt(first + day / 2)).toEqual([5, 5, null, `40 ${later}`]);
    // Those of the last days come a day later, all others after a week.
    expect(await readAt(first + 1.1 * day)).toEqual([2, 5, null, `38 ${later}`]);
    for (const row of rows.slice(0, 40)) sec.answers.set(pathOf(row), ownershipXml({ cik: key, symbol: ticker }));
    const [asked, held] = await readAt(first + 8 * day);
    expect([asked, held]).toEqual([20, 25]);
  });

  it('a request for many tickers reads only what is stored', async () => {
    const { sec } = await parts();
    const { kinds } = await process();
    await kinds.ensure(
      'filings',
      Array.from({ length: 51 }, (_, index) => `M${index}`),
    );
    expect(sec.asked).toEqual([]);
  });
});

const FAULTS: readonly (readonly [SourceFault, string])[] = [
  ['too_many', 'rate_limited'],
  ['too_many_with_wait', 'rate_limited'],
  ['forbidden', 'refused'],
  ['error', 'http_status'],
  ['silent', 'timeout'],
  ['cut', 'unreachable'],
  ['broken_gzip', 'unreadable'],
  ['garbage', 'unreadable'],
  ['page', 'unreadable'],
];

describe('when the SEC fails', () => {
  it.each(FAULTS)('with %s, the last good data stays, and is read again later', async (fault, told) => {
    const { sec, store } = await parts();
    const { kinds } = await process();
    const { ticker } = await company();
    await kinds.ensure('fundamentals', [ticker]);
    const before = (await store.earnings.byTickers([ticker])).get(ticker);
    expect(before).toHaveLength(4);
    clock.nowMs += 12 * 3_600_000;
    sec.fault = fault;
    if (fault === 'silent') limit.totalTimeoutMs = 2_000;
    await kinds.ensure('fundamentals', [ticker]);
    const readOf = async () => (await store.sourceReads.bySymbols([ticker], 'fundamentals')).get(ticker);
    await until(async () => (await readOf())?.fault === told);
    expect((await store.earnings.byTickers([ticker])).get(ticker)).toEqual(before);
    expect((await readOf())?.dueAt.getTime()).toBe(clock.nowMs + (fault === 'too_many_with_wait' ? 120_000 : 30_000));
    const asked = sec.asked.length;
    await kinds.ensure('filings', [ticker]);
    // A refusal for too many requests stops all requests to the SEC at once.
    expect(sec.asked.length - asked).toBe(told === 'rate_limited' ? 0 : 1);
    Object.assign(sec, { fault: null, isGzipped: true });
    limit.totalTimeoutMs = 60_000;
    clock.nowMs += 121_000;
    await kinds.ensure('fundamentals', [ticker]);
    await until(async () => (await readOf())?.fault === null);
  });

  it('a source that does not answer is named with its reason', async () => {
    const { sec } = await parts();
    const { kinds } = await process();
    sec.fault = 'forbidden';
    expect([...(await kinds.silent())]).toEqual([
      ['edgar', expect.stringMatching(/^127\.0\.0\.1:\d+ answered with status 403\.$/)],
    ]);
  });
});

const entry = (form: string, cik: number, accession: string, role: string) =>
  `<entry><title>${form} - Pebble (${String(cik).padStart(10, '0')}) (${role})</title><id>urn:tag:sec.gov,2008:accession-number=${accession}</id></entry>`;

describe('the feed of latest filings', () => {
  it('has watched tickers read at once, others when they are asked for, and reads forms D itself, each once', async () => {
    const { sec, store } = await parts();
    const { kinds, edgar } = await process();
    const [watched, other] = [await company(), await company()];
    const list = [watched, other].map(({ cik, ticker }, index) => [index, { cik_str: cik, ticker, title: 'x' }]);
    sec.answers.set('/files/company_tickers.json', JSON.stringify(Object.fromEntries(list)));
    for (const { ticker } of [watched, other]) await kinds.ensure('filings', [ticker]);
    const dueOf = async (ticker: string) =>
      (await store.sourceReads.bySymbols([ticker], 'filings')).get(ticker)?.dueAt.getTime();
    clock.nowMs += 60_000;
    sec.asked.length = 0;
    sec.answers.set(
      '/cgi-bin/browse-edgar',
      `<?xml version="1.0"?><feed>${[
        entry('8-K', watched.cik, '0001234567-30-000031', 'Filer'),
        entry('8-K', other.cik, '0001234567-30-000032', 'Filer'),
        entry('D', 8_654_321, '0008654321-30-000001', 'Filer'),
      ].join('')}</feed>`,
    );
    sec.answers.set(
      '/Archives/edgar/data/8654321/000865432130000001/primary_doc.xml',
      formDXml({ cik: '0008654321', name: 'Quay Robotics, Inc.' }),
    );
    const holders = [
      (tickers: readonly string[]) =>
        Promise.resolve(new Map(tickers.filter((each) => each === watched.ticker).map((each) => [each, ['acc']]))),
    ];
    const follow = followFilings({ edgar, store, kinds, holders, clock: () => clock.nowMs, log });
    await follow(() => false);
    await until(async () => ((await dueOf(watched.ticker)) ?? 0) > clock.nowMs);
    expect(await dueOf(other.ticker)).toBe(clock.nowMs);
    expect(sec.asked.filter((path) => path.startsWith('/submissions'))).toEqual([
      `/submissions/CIK${watched.key}.json`,
    ]);
    const { rows } = await store.pool.query("select name from private_companies where name like 'Quay Robotics%'");
    expect(rows).toHaveLength(1);
    await follow(() => false);
    expect(sec.asked.filter((path) => path.startsWith('/Archives/edgar/data/8654321'))).toHaveLength(1);
  });

  it('has every form D read: those beyond the first 20 in the next run, and those that were not there yet', async () => {
    const { sec, store } = await parts();
    const { kinds, edgar } = await process();
    const names = Array.from({ length: 22 }, (_, index) => `Cove ${String.fromCharCode(65 + index)} Robotics, Inc.`);
    const accessionOf = (index: number): string => `0009000${String(100 + index)}-30-000001`;
    const pathOf = (index: number): string =>
      `/Archives/edgar/data/${9_000_100 + index}/${accessionOf(index).replaceAll('-', '')}/primary_doc.xml`;
    const feed = names.map((_, index) => entry('D', 9_000_100 + index, accessionOf(index), 'Filer')).join('');
    sec.answers.set('/cgi-bin/browse-edgar', `<?xml version="1.0"?><feed>${feed}</feed>`);
    const publish = (index: number): void =>
      void sec.answers.set(pathOf(index), formDXml({ cik: `000${9_000_100 + index}`, name: names[index] ?? '' }));
    for (const index of names.keys()) if (index !== 21) publish(index);
    const stored = async (): Promise<number> =>
      (await store.pool.query("select name from private_companies where name like 'Cove %'")).rows.length;
    const follow = followFilings({ edgar, store, kinds, holders: [], clock: () => clock.nowMs, log });
    await follow(() => false);
    // The oldest is last in the feed, and not published yet.
    expect(await stored()).toBe(19);
    publish(21);
    await follow(() => false);
    expect(await stored()).toBe(22);
    const asked = sec.asked.length;
    await follow(() => false);
    expect(sec.asked.slice(asked)).toHaveLength(1);
  });

  it('goes on beside forms whose documents are not there yet, however many they are', async () => {
    const { sec, store } = await parts();
    const { kinds, edgar } = await process();
    const missing = Array.from({ length: 5 }, (_, index) =>
      entry('D', 9_000_200 + index, `0009000${200 + index}-30-000001`, 'Filer'),
    );
    sec.answers.set('/cgi-bin/browse-edgar', `<?xml version="1.0"?><feed>${missing.join('')}</feed>`);
    const follow = followFilings({ edgar, store, kinds, holders: [], clock: () => clock.nowMs, log });
    await follow(() => false);
    const { ticker } = await company();
    await kinds.ensure('filings', [ticker]);
    const forms = (): number => sec.asked.filter((path) => path.includes('primary_doc')).length;
    expect([kinds.faultOf('filings', ticker), forms()]).toEqual([null, 5]);
    // Not given up yet.
    await follow(() => false);
    expect(forms()).toBe(10);
  });

  it('that cannot be read is told, and read the next time', async () => {
    const { sec, store } = await parts();
    const { kinds, edgar } = await process();
    sec.fault = 'page';
    await followFilings({ edgar, store, kinds, holders: [], clock: () => clock.nowMs, log })(() => false);
    expect(logged.join()).toContain('latest filings');
  });
});

describe('documents', () => {
  it('a form D becomes a private company', async () => {
    const { sec, store } = await parts();
    const { edgar } = await process();
    sec.answers.set('/Archives/edgar/data/7654321/000765432125000001/primary_doc.xml', formDXml({ cik: '0007654321' }));
    const { save } = await edgar.formD({ accession: '0007654321-25-000001', cik: 7654321 }, new Date(clock.nowMs));
    await store.db.transaction().execute(save);
    const { rows } = await store.pool.query(
      "select name, source from private_companies where name like 'Harbour Robotics%'",
    );
    expect(rows).toEqual([{ name: 'Harbour Robotics, Inc.', source: 'edgar' }]);
  });

  it.each([
    ['as it is', false],
    ['compressed', true],
  ])(
    'a form 13F beyond the limit of other answers, sent %s, is read whole, while other work goes on',
    async (_, isGzipped) => {
      const { sec } = await parts();
      const { edgar } = await process();
      const accession = '0007654321-25-000077';
      const rows = Array.from({ length: 90_000 }, () => ({
        issuer: 'PEBBLE OPTICS INC OF DELAWARE',
        value: '7000',
        shares: '3000',
      }));
      const text = submissionText({ accession, rows });
      expect(text.length).toBeGreaterThan(32 * 1024 * 1024);
      sec.answers.set(`/Archives/edgar/data/7654321/${accession}.txt`, text);
      sec.isGzipped = isGzipped;
      let turns = 0;
      let isReading = true;
      const turn = (): void => {
        turns += 1;
        if (isReading) setImmediate(turn);
      };
      turn();
      const read = await edgar.form13F({ accession, cik: 7654321 }, new Date(clock.nowMs));
      isReading = false;
      expect([read.rows, read.refused, turns > 400]).toEqual([90_000, [], true]);
    },
  );

  it('a compressed answer beyond its limit is too large, and not broken', async () => {
    const body = gzipSync('x'.repeat(1_001));
    const response = { status: 200, headers: { 'content-encoding': 'gzip' }, body, isCut: false, setCookies: [] };
    expect(await textBody(response, 'host', 1_001)).toHaveLength(1_001);
    await expect(textBody(response, 'host', 1_000)).rejects.toMatchObject({ fault: 'too_large' });
  });

  it('what is no form D, no form 13F and no feed is refused as unreadable', async () => {
    const { sec } = await parts();
    const { edgar } = await process();
    sec.fault = 'page';
    const filing = { accession: '0007654321-25-000001', cik: 7654321 };
    for (const reading of [
      () => edgar.formD(filing, new Date(clock.nowMs)),
      () => edgar.form13F(filing, new Date(clock.nowMs)),
      () => edgar.latest(0),
    ])
      await expect(reading()).rejects.toMatchObject({ fault: 'unreadable' });
  });

  it('the list of tickers has classes of shares after a dot, and the larger of two filers', () => {
    const row = (cik: number, ticker: string) => ({ cik_str: cik, ticker, title: 'x' });
    expect([...readCompanyTickers({ 0: row(1, 'BRK-B'), 1: row(2, 'aapl'), 2: row(3, 'AAPL') })]).toEqual([
      ['BRK.B', 1],
      ['AAPL', 2],
    ]);
    expect(() => readCompanyTickers([])).toThrow(expect.objectContaining({ fault: 'unreadable' }));
  });
});
