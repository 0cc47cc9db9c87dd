import { foldedName } from '../../engines/text/folded-name.js';

const LEGAL_FORM =
  /( (inc|incorporated|corp|corporation|co|company|ltd|limited|llc|l l c|lp|l p|plc|pbc|gmbh|ag|sa|nv|bv))+$/;

/** The name that people use of a company that files with the SEC: folded, and without the legal form. */
export function shortName(name: string): string {
  return foldedName(name).replace(LEGAL_FORM, '');
}
