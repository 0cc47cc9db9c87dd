import { firmKey } from '../../store/rating-actions.js';

/**
 * Firms that recorded histories have under several names: misspellings, short forms, and names before a change of name.
 * A firm that another one has bought keeps its own name.
 */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  Argus: ['Argus Research'],
  'B. Riley': ['B. Riley FBR'],
  'Bank of America': ['B of A Securities', 'BofA Securities', 'Bank oferica', 'Bank of America Merrill Lynch'],
  Citigroup: ['Citi'],
  Evercore: ['Evercore ISI', 'Evercore ISI Group', 'Evercore Partners'],
  Nomura: ['Nomura Instinet'],
  'Piper Sandler': ['Piper Jaffray'],
  'SVB Leerink': ['Leerink Swann', 'Leerink Partners'],
  Standpoint: ['Standpoint Research'],
  'Sterne Agee': ['Sterne Agee CRT'],
  Stifel: ['Stifel Nicolaus'],
  'Truist Securities': ['SunTrust Robinson Humphrey', 'SunTrust'],
};

/** The legal form at the end of a name. */
const LEGAL_FORM = /,?\s+(?:&\s+)?(?:co|company|corp|corporation|inc|incorporated|llc|llp|lp|ltd|limited|plc)\.?$/i;

const NAME_OF = new Map(
  Object.entries(ALIASES).flatMap(([name, others]) =>
    [name, ...others].map((other) => [firmKey(other), name] as const),
  ),
);

/** A firm's usual name: without its legal form, and one for all names in `ALIASES`. */
export function firmNameOf(given: string): string {
  const name = given.trim().replace(/\s+/g, ' ').replace(LEGAL_FORM, '');
  return NAME_OF.get(firmKey(name)) ?? name;
}
