import type { ScreenerInput } from '../../tools/screener.js';
import type { Question } from '../question.js';

export const RISING = /\b(?:rising|gaining|climbing|advancing|going up|in the green|up today)\b/;
export const FALLING = /\b(?:falling|losing|declining|dropping|going down|in the red|down today)\b/;

/** The way that a question says prices went in the session; null if it says none. */
export function sessionIn({ plain }: Pick<Question, 'plain'>): ScreenerInput['session'] {
  if (RISING.test(plain)) return 'UP';
  return FALLING.test(plain) ? 'DOWN' : null;
}
