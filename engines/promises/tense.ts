const REPORTED =
  /\b(?:was|were|grew|increased|decreased|declined|came in|coming in|delivered|achieved|reported|rose|fell|expanded|finished|totaled|represented|composed|resulting in|comparable|generating|up|down)\b/i;
const AHEAD =
  /\b(?:expect(?:s|ing)?|anticipat(?:e|es|ing)|project(?:s|ing|ed to)|estimat(?:e|ed to)|outlook|will|could|should)\b/i;

/** Verbs in the past tense, and none of the adjectives that read the same: "increased investment". */
const PAST =
  /\b(?:was|were|grew|rose|fell|came in|drove|totaled)\b|\b(?:increased|decreased|declined|expanded|contracted) (?:by|to|from|about|approximately|\$?\d)/i;

/** Whether a sentence tells what happened, and nothing of what is to come. */
export function isPast(sentence: string): boolean {
  return PAST.test(sentence) && !AHEAD.test(sentence);
}

/** Whether a sentence speaks of what is to come. */
export function isAhead(sentence: string): boolean {
  return AHEAD.test(sentence);
}

/** Whether a sentence says what has been reached or has happened, and nothing of what is to come. */
export function isResult(sentence: string): boolean {
  return REPORTED.test(sentence) && !AHEAD.test(sentence);
}
