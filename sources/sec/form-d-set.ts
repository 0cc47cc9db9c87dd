import { existsSync } from 'node:fs';
import path from 'node:path';
import { CellError } from '../files/cells.js';
import { ImportError, type RefusedRow } from '../files/import-report.js';
import { tableRows } from '../files/table-rows.js';
import { formDOf, personName, type FiledFormD, type FormD } from './form-d.js';

export const SUBMISSIONS = 'FORMDSUBMISSION.tsv';
const ISSUERS = 'ISSUERS.tsv';
const OFFERINGS = 'OFFERING.tsv';
const PERSONS = 'RELATEDPERSONS.tsv';

interface Submission {
  readonly line: number;
  readonly filed: Pick<FiledFormD, 'form' | 'liveness' | 'signed'>;
  issuer?: Pick<FiledFormD, 'cik' | 'name' | 'city' | 'state' | 'stateName' | 'founded'>;
  offering?: Pick<FiledFormD, 'industry' | 'fundType' | 'isDebt' | 'isEquity' | 'firstSale' | 'offered' | 'sold'>;
  readonly persons: string[];
}

type Submissions = ReadonlyMap<string, Submission>;
type Refuse = (row: RefusedRow) => void;

async function readSubmissions(folder: string, refuse: Refuse): Promise<Submissions> {
  const found = new Map<string, Submission>();
  const needed = ['accessionnumber', 'filingdate', 'submissiontype'];
  for await (const { line, cell } of tableRows(folder, SUBMISSIONS, needed, refuse)) {
    const accession = cell('accessionnumber');
    const earlier = found.get(accession);
    if (earlier !== undefined) {
      refuse({ line, reason: `${SUBMISSIONS}: ${accession} is already on line ${earlier.line}; the first one counts` });
      continue;
    }
    const filed = { form: cell('submissiontype'), liveness: cell('testorlive'), signed: cell('filingdate') };
    found.set(accession, { line, filed, persons: [] });
  }
  return found;
}

async function readIssuers(folder: string, submissions: Submissions, refuse: Refuse): Promise<void> {
  for await (const { cell } of tableRows(folder, ISSUERS, ['accessionnumber', 'cik', 'entityname'], refuse)) {
    const submission = submissions.get(cell('accessionnumber'));
    const isPrimary = !/^(?:n|no|false|0)$/i.test(cell('isprimaryissuerflag'));
    if (submission === undefined || !isPrimary) continue;
    submission.issuer = {
      cik: cell('cik'),
      name: cell('entityname'),
      city: cell('city'),
      state: cell('stateorcountry'),
      stateName: cell('stateorcountrydescription'),
      founded: cell('yearofincvalueentered'),
    };
  }
}

async function readOfferings(folder: string, submissions: Submissions, refuse: Refuse): Promise<void> {
  const needed = ['accessionnumber', 'industrygrouptype', 'totalofferingamount', 'totalamountsold'];
  for await (const { cell } of tableRows(folder, OFFERINGS, needed, refuse)) {
    const submission = submissions.get(cell('accessionnumber'));
    if (submission === undefined) continue;
    submission.offering = {
      industry: cell('industrygrouptype'),
      fundType: cell('investmentfundtype'),
      isDebt: cell('isdebttype'),
      isEquity: cell('isequitytype'),
      firstSale: cell('saledate'),
      offered: cell('totalofferingamount'),
      sold: cell('totalamountsold'),
    };
  }
}

async function readPersons(folder: string, submissions: Submissions, refuse: Refuse): Promise<void> {
  if (!existsSync(path.join(folder, PERSONS))) return;
  for await (const { cell } of tableRows(folder, PERSONS, ['accessionnumber', 'lastname'], refuse)) {
    const name = personName(cell('firstname'), cell('middlename'), cell('lastname'));
    submissions.get(cell('accessionnumber'))?.persons.push(name);
  }
}

/** One of the SEC's Form D data sets of a quarter: a folder of tables. Throws ImportError. */
export async function readFormDSet(
  folder: string,
  today: number,
): Promise<{ readonly forms: readonly FormD[]; readonly refused: readonly RefusedRow[] }> {
  for (const table of [SUBMISSIONS, ISSUERS, OFFERINGS])
    if (!existsSync(path.join(folder, table)))
      throw new ImportError(`The folder of the data set has no ${table}: unpack it whole.`);
  const refused: RefusedRow[] = [];
  const refuse: Refuse = (row) => void refused.push(row);
  const submissions = await readSubmissions(folder, refuse);
  await readIssuers(folder, submissions, refuse);
  await readOfferings(folder, submissions, refuse);
  await readPersons(folder, submissions, refuse);
  const forms: FormD[] = [];
  for (const [accession, { line, filed, issuer, offering, persons }] of submissions) {
    try {
      if (issuer === undefined) throw new CellError(`it has no issuer in ${ISSUERS}`);
      if (offering === undefined) throw new CellError(`it has no offering in ${OFFERINGS}`);
      forms.push(formDOf({ ...filed, ...issuer, ...offering, persons }, today));
    } catch (fault) {
      if (!(fault instanceof CellError)) throw fault;
      refuse({ line, reason: `${SUBMISSIONS}: ${accession}: ${fault.message}` });
    }
  }
  return { forms, refused };
}
