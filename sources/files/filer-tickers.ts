import type { Transaction } from 'kysely';
import { cikOf } from '../../store/filers.js';
import type { Store } from '../../store/open-store.js';
import type { Tables } from '../../store/tables.js';
import type { ImportContext } from './import-files.js';
import { ImportError } from './import-report.js';
import { baseName, tickerIfNamed } from './ticker-name.js';

/** The SEC's own name of a file, which has no ticker. */
const CIK_NAME = /^CIK\d{10}/i;

/** The ticker that a file is named after. */
export function tickerInName(file: string): string | undefined {
  return CIK_NAME.test(baseName(file)) ? undefined : tickerIfNamed(file);
}

interface Filer {
  readonly ticker: string;
  readonly cik: number;
}

/** A ticker is of one filer: another one's file is refused, or replaces it if the import says so. */
export async function takeTicker(
  store: Store,
  tx: Transaction<Tables>,
  { ticker, cik }: Filer,
  { replacesFiler }: Pick<ImportContext, 'replacesFiler'>,
): Promise<readonly string[]> {
  const ofReports = await store.earnings.otherFilers(tx, ticker, cik);
  const filer = (await store.filers.within(tx, [ticker])).get(ticker)?.filer;
  const ofFilings = filer === undefined ? null : cikOf(filer);
  const numbers = new Set([...ofReports, ...(ofFilings === null || ofFilings === cik ? [] : [ofFilings])]);
  const others = [...numbers].map((other) => `CIK ${other}`).join(', ');
  if (others === '') return [];
  if (!replacesFiler)
    throw new ImportError(
      `${ticker} is stored for ${others}, and the file is of CIK ${cik}: check the file and its name. ` +
        `If ${ticker} is CIK ${cik} now, import it with --replace-filer, which removes the reports of ${others}.`,
    );
  await store.earnings.removeOtherFilers(tx, ticker, cik);
  await store.financialStatements.removeOtherFilers(tx, ticker, cik);
  if (ofFilings !== null && ofFilings !== cik) await store.filers.release(tx, ticker);
  return [`${ticker} was stored for ${others}, whose reports were removed.`];
}

/** What a ticker without stored bars lacks. */
export async function notesOnBars(store: Store, tx: Transaction<Tables>, ticker: string): Promise<readonly string[]> {
  const security = (await store.securities.within(tx, [ticker])).get(ticker);
  if (security === undefined)
    return [
      `${ticker} has no stored bars so far: the API answers 404 for it until its daily bars, ` +
        `or a list of securities with it, are imported: npm run -s import -- bars ${ticker}.csv`,
    ];
  return security.lastDay === null ? [`${ticker} has no stored bars so far.`] : [];
}
