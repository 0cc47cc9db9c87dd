import { newYorkTime } from '../../calendar/new-york-time.js';
import { ticker as tickerSchema } from '../../store/field-schemas.js';
import type { Store } from '../../store/open-store.js';
import { notesOnBars, takeTicker } from '../files/filer-tickers.js';
import type { ReadFile } from '../files/import-files.js';
import { ImportError } from '../files/import-report.js';
import { readOwnership, type OwnershipForm } from './ownership.js';
import type { SecContext } from './read-reports.js';
import type { XmlElement } from './xml-tree.js';

const MOST_NAME_CHARACTERS = 200;

/** The ticker that a form names; undefined if it names none. */
function tickerIn({ symbol }: OwnershipForm): string | undefined {
  const named = tickerSchema.safeParse(symbol.toUpperCase().replaceAll(/[-/]/g, '.'));
  return named.success && !['NONE', 'N.A', 'NA'].includes(named.data) ? named.data : undefined;
}

/** Form 3, 4 or 5 of an insider. Throws ImportError if it is none. */
export function readOwnershipForm(
  store: Store,
  root: XmlElement,
  accession: string | null,
  context: SecContext,
): ReadFile {
  const form = readOwnership(root, accession, newYorkTime(context.now.getTime()).day);
  const { cik, issuerName, filing, refused } = form;
  const { source } = context;
  const ticker = tickerIn(form);
  const { length } = filing.transactions;
  return {
    ...(ticker === undefined ? {} : { ticker }),
    // A form 3 may have no more than the owner's statement.
    rows: length > 0 || refused.length > 0 ? length : 1,
    refused,
    notes: length > 0 ? [] : [`The form has no transaction; it lists ${filing.holdings} holdings.`],
    async save(tx) {
      const notes: string[] = [];
      const known = await store.filers.tickersOf(tx, filing.filer);
      if (known.length === 0) {
        if (ticker === undefined)
          throw new ImportError(
            `No ticker is known for ${issuerName}, CIK ${cik}, and the form names "${form.symbol}": ` +
              "import the company's submissions first: npm run -s import -- filings CIK##########.json",
          );
        notes.push(...(await takeTicker(store, tx, { ticker, cik }, context)));
        const name = issuerName.slice(0, MOST_NAME_CHARACTERS) || null;
        await store.filers.save(tx, [{ ticker, filer: filing.filer, name, source }]);
      }
      await store.insiderFilings.save(tx, [{ ...filing, source }]);
      const [shown = ticker] = known;
      return [...notes, ...(shown === undefined ? [] : await notesOnBars(store, tx, shown))];
    },
  };
}
