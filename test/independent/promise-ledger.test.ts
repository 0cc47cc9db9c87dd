import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { quarterIndex, quarterName } from '../../engines/promises/fiscal-quarter.js';
import { promiseLedger, type PromiseLedger } from '../../engines/promises/ledger.js';
import { readTranscripts } from '../../sources/files/import-transcripts.js';
import { demoCalls } from '../../sources/simulated/demo-calls.js';
import type { TranscriptFields } from '../../store/transcripts.js';
import { externalFile, hasExternalData } from './datasets.js';
import { DETECTION, DETECTION_HELD_OUT, STATUSES, STATUSES_HELD_OUT } from './labels/promises.js';

const NAMES: Readonly<Record<string, string>> = {
  CPB: 'Campbell Soup Company',
  DLB: 'Dolby Laboratories',
  RMD: 'ResMed',
  XYL: 'Xylem',
};

interface Company {
  readonly transcripts: readonly TranscriptFields[];
  readonly ledger: PromiseLedger;
}

/** On the day of the newest call. */
function ledgerOf(company: string, transcripts: readonly TranscriptFields[]): PromiseLedger {
  const today = Math.max(...transcripts.map(({ callDay }) => callDay ?? 0));
  return promiseLedger({ company, reports: [], today, calls: transcripts.map((each) => ({ ...each, end: null })) });
}

async function realCompanies(): Promise<ReadonlyMap<string, Company>> {
  const files = readdirSync(externalFile('transcripts')).filter((file) => file.endsWith('.json'));
  const read = await Promise.all(files.map((file) => readTranscripts(externalFile('transcripts', file), new Date())));
  expect(read.flatMap(({ refused }) => refused)).toEqual([]);
  const all = read.flatMap(({ rows }) => rows);
  return new Map(
    Object.entries(NAMES).map(([ticker, name]) => {
      const transcripts = all.filter((each) => each.ticker === ticker);
      return [ticker, { transcripts, ledger: ledgerOf(name, transcripts) }];
    }),
  );
}

/** Counts and credibility, added up plainly from the promises as they are shown. */
function plainSummary({ promises }: PromiseLedger) {
  let [kept, missed, walkedBack, pending, onTrack] = [0, 0, 0, 0, 0];
  for (const promise of promises) {
    if (promise.status === 'kept') kept += 1;
    else if (promise.status === 'missed') missed += 1;
    else if (promise.status === 'walked_back') walkedBack += 1;
    else pending += 1;
    if (promise.isOnTrack) onTrack += 1;
  }
  const known = kept + missed + walkedBack + onTrack;
  const credibilityIndex = known === 0 ? null : ((kept + 0.5 * onTrack + 2) / (known + 4)) * 100;
  return { counts: { kept, missed, walkedBack, pending, onTrack }, credibilityIndex };
}

function describeLedger(name: string, company: () => Company): void {
  describe(name, () => {
    it('has the counts and the credibility of its promises', () => {
      const { ledger } = company();
      const plain = plainSummary(ledger);
      expect(ledger.counts).toEqual(plain.counts);
      expect(ledger.credibilityIndex).toBeCloseTo(plain.credibilityIndex ?? NaN, 9);
      expect(ledger.promises.length).toBeGreaterThan(10);
    });

    it('quotes management verbatim, each receipt from a later call than the promise', () => {
      const { ledger, transcripts } = company();
      const words = new Map(
        transcripts.map(({ fiscalYear, fiscalQuarter, turns }) => [
          `${fiscalYear}Q${fiscalQuarter}`,
          turns.filter(({ role }) => role === 'management').map(({ text }) => text),
        ]),
      );
      const isSaid = (quarter: string, sentence: string): boolean =>
        words.get(quarter)?.some((text) => text.includes(sentence)) === true;
      for (const { quarter, text, status, receipt, repeats } of ledger.promises) {
        expect([text, isSaid(quarter, text)]).toEqual([text, true]);
        for (const repeat of repeats) expect(isSaid(repeat.quarter, repeat.sentence)).toBe(true);
        expect(receipt === null).toBe(status === 'pending');
        if (receipt === null) continue;
        expect([receipt.sentence, isSaid(receipt.quarter, receipt.sentence)]).toEqual([receipt.sentence, true]);
        expect(receipt.quarter > quarter).toBe(true);
      }
    });
  });
}

it('fiscal quarters follow each other, and are named by year and quarter', () => {
  const names: string[] = [];
  for (let year = 1999; year < 2003; year += 1)
    for (let quarter = 1; quarter <= 4; quarter += 1) names.push(`${year}Q${quarter}`);
  expect(names.map((_, index) => quarterName(quarterIndex(1999, 1) + index))).toEqual(names);
});

const demo: Company = { transcripts: demoCalls(8), ledger: ledgerOf('Lanternfish', demoCalls(8)) };
describeLedger('the fictional company', () => demo);

interface Label {
  readonly ticker: string;
  readonly quarter: string;
  readonly digest: string;
  readonly label: string;
}

function labelsOf(lines: string): readonly Label[] {
  return lines
    .trim()
    .split(/\n+/)
    .map((line) => {
      const [, ticker = '', quarter = '', year = '', , digest = '', label = ''] =
        /^(\w+)_q(\d)_(\d+) (\S+) (\w+) (\w+)$/.exec(line) ?? [];
      return { ticker, quarter: `${year}Q${quarter}`, digest, label };
    });
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

(hasExternalData ? describe : describe.skip)('real transcripts', () => {
  const loading = hasExternalData ? realCompanies() : Promise.resolve(new Map<string, Company>());
  let companies: ReadonlyMap<string, Company> = new Map();
  beforeAll(async () => {
    companies = await loading;
  });

  for (const ticker of Object.keys(NAMES)) {
    describeLedger(ticker, () => companies.get(ticker) ?? demo);
  }

  /** The promise with a labelled sentence, made or repeated in it. */
  const promiseWith = ({ ticker, quarter, digest }: Label) =>
    companies
      .get(ticker)
      ?.ledger.promises.find((promise) =>
        [{ quarter: promise.quarter, sentence: promise.text }, ...promise.repeats].some(
          (said) => said.quarter === quarter && digestOf(said.sentence) === digest,
        ),
      );

  const detection = (lines: string) => {
    const found = labelsOf(lines).map((label) => ({
      isPromise: label.label === 'promise',
      isFound: promiseWith(label) !== undefined,
    }));
    const both = found.filter(({ isPromise, isFound }) => isPromise && isFound).length;
    return {
      precision: both / found.filter(({ isFound }) => isFound).length,
      recall: both / found.filter(({ isPromise }) => isPromise).length,
    };
  };

  const accuracy = (lines: string): number => {
    const labels = labelsOf(lines);
    return labels.filter((label) => promiseWith(label)?.status === label.label).length / labels.length;
  };

  /** The aims, which hold for all labels; the held-out third is below them, as the methodology says. */
  const AIMS = { precision: 0.85, recall: 0.7, accuracy: 0.75 };
  const FLOORS = { precision: 0.75, recall: 0.7, accuracy: 0.6 };

  it.each([
    ['seen', DETECTION, AIMS],
    ['held out', DETECTION_HELD_OUT, FLOORS],
    ['all', DETECTION + DETECTION_HELD_OUT, AIMS],
  ])('promises are found in labelled sentences, %s', (name, lines, least) => {
    const { precision, recall } = detection(lines);
    console.log(
      `promises, ${name}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, ${labelsOf(lines).length} sentences`,
    );
    expect(precision).toBeGreaterThanOrEqual(least.precision);
    expect(recall).toBeGreaterThanOrEqual(least.recall);
  });

  it.each([
    ['seen', STATUSES, AIMS],
    ['held out', STATUSES_HELD_OUT, FLOORS],
    ['all', STATUSES + STATUSES_HELD_OUT, AIMS],
  ])('promises have the status a reader gives them, %s', (name, lines, least) => {
    const share = accuracy(lines);
    console.log(`statuses, ${name}: accuracy ${share.toFixed(3)}, ${labelsOf(lines).length} promises`);
    expect(share).toBeGreaterThanOrEqual(least.accuracy);
  });
});
