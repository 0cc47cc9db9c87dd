import { sentence, usd, whole, words } from '../../app/format.js';

/** `current_valuation_usd` as `Current valuation`. */
export const factName = (field: string): string => words(field.replace(/_usd$/, ''));

const AMOUNT = /^\d+(\.\d+)?$/;

/**
 * The value of a fact as people write it: `73000000 USD` as $73M, days with the name of their month; amounts of a range
 * with "to" between them.
 */
export function factValue(field: string, value: string): string {
  const parts = value.split(', ');
  if (field.endsWith('_usd') && parts.every((part) => AMOUNT.test(part)))
    return parts.map((part) => usd(Number(part))).join(' to ');
  if (field === 'employees' && AMOUNT.test(value)) return whole(Number(value));
  const amounts = value.replaceAll(/\b(\d+(?:\.\d+)?) USD\b/g, (_, amount: string) => usd(Number(amount)));
  return sentence(
    field === 'active_fund' ? amounts.replaceAll(/\b\d{5,}\b/g, (amount) => usd(Number(amount))) : amounts,
  );
}
