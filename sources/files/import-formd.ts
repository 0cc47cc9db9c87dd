import { createReadStream } from 'node:fs';
import path from 'node:path';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { formDIn, formDOf, type FormD } from '../sec/form-d.js';
import { readFormDSet, SUBMISSIONS } from '../sec/form-d-set.js';
import { storeFormsD } from '../sec/store-form-d.js';
import { readXmlTree } from '../sec/xml-tree.js';
import { CellError } from './cells.js';
import type { FileImport, ImportContext } from './import-files.js';
import { ImportError, type RefusedRow } from './import-report.js';
import { checkSize } from './parsed-file.js';

const MOST_MIB = 8;

interface Forms {
  readonly forms: readonly FormD[];
  readonly refused: readonly RefusedRow[];
}

const isTable = (file: string): boolean => path.extname(file).toLowerCase() === '.tsv';

async function readForm(file: string, today: number): Promise<Forms> {
  await checkSize(file, MOST_MIB);
  const filed = formDIn(await readXmlTree(createReadStream(file, { encoding: 'utf8' }), { dropsPrefixes: true }));
  try {
    return { forms: [formDOf(filed, today)], refused: [] };
  } catch (fault) {
    if (!(fault instanceof CellError)) throw fault;
    throw new ImportError(`The form is not valid: ${fault.message}.`, { cause: fault });
  }
}

/** Forms D: funds become firms, other issuers private companies with what they have raised. */
export const IMPORT: FileImport = {
  kind: 'formd',
  summary:
    "Private offerings from forms D: the SEC's XML files, or its Form D data sets (folders of .tsv files). Funds become " +
    'firms, other issuers private companies.',
  columns: {
    name: ['entityName'],
    cik: ['cik'],
    industry: ['industryGroupType'],
    fundType: ['investmentFundType'],
    offered: ['totalOfferingAmount'],
    sold: ['totalAmountSold'],
    firstSale: ['dateOfFirstSale', 'SALE_DATE'],
    signed: ['signatureDate', 'FILING_DATE'],
  },
  extensions: ['xml', 'tsv'],
  mainOf: (file) => Promise.resolve(isTable(file) ? path.join(path.dirname(file), SUBMISSIONS) : file),
  async read(store, file, context: ImportContext) {
    const today = newYorkTime(context.now.getTime()).day;
    const { forms, refused } = await (isTable(file) ? readFormDSet(path.dirname(file), today) : readForm(file, today));
    const funds = forms.filter(({ fundType }) => fundType !== null).length;
    return {
      rows: forms.length,
      refused,
      notes: [`Funds: ${funds}; other issuers: ${forms.length - funds}.`],
      save: (tx) => storeFormsD(store, tx, forms, context.source),
    };
  },
};
