import { companyAfter, companyBefore } from './company.js';
import { plainMarks } from './sentences.js';

/** A company that now belongs to another one. */
export interface Acquisition {
  readonly company: string;
  readonly acquirer: string;
}

const DEAL = String.raw`(?:acquisition|takeover|purchase|buyout)`;
/** Between the verb and the deal: "its previously announced $2.1 billion all-stock". */
const TERMS = String.raw`(?:(?:its|the|a|an|previously|announced|planned|pending|proposed|all-(?:cash|stock|share)|\$[\d.,]+|[\d.]+|billion|million|bn|m|b)\s+){0,7}`;
const DONE = String.raw`(?:completes|completed|closes|closed|finalizes|finalized|finalises|finalised|concludes|concluded)`;
const BY_VERB = new RegExp(String.raw`^(.+?)\s+(?:has\s+|have\s+)?${DONE}\s+${TERMS}${DEAL}\s+of\s+(.+)$`, 'i');
const BY_STATE = new RegExp(
  String.raw`^(.+?)(?:'s|')\s+${TERMS}${DEAL}\s+of\s+(.+?)\s+(?:(?:is|has|was)\s+(?:now\s+|officially\s+)?(?:been\s+)?)?(?:${DONE}|complete|done)\b`,
  'i',
);
/** A deal that is only expected, denied or blocked, or of a part of the company. */
const NOT_DONE =
  /\b(?:not|never|fails?|failed|unlikely|to (?:complete|close|finali[sz]e)|expects?|expected|hopes?|plans?|may|might|could|would|will|aims?|nears?|close to|set to|wants?|seeks?|blocks?|blocked|if|once|before|unless|stake|majority|minority|unit|business|division|assets?|shares?)\b/i;

/** The acquisition that a headline says is completed; null for one that is announced, planned or partial. */
export function completedAcquisition(title: string): Acquisition | null {
  const text = plainMarks(title);
  if (NOT_DONE.test(text)) return null;
  const found = BY_VERB.exec(text) ?? BY_STATE.exec(text);
  const [, subject, object] = found ?? [];
  if (subject === undefined || object === undefined) return null;
  const [acquirer, company] = [companyBefore(subject), companyAfter(object)];
  return acquirer === null || company === null ? null : { company, acquirer };
}
