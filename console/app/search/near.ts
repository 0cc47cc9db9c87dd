/** Shorter texts are near too many words. */
const SHORTEST = 4;
/** Letters that may be wrong, missing, doubled or changed round. */
const MOST_WRONG = 1;

/**
 * Whether a word is spelled as the text, apart from one letter that is wrong, missing or too many, or two that have
 * changed places (the optimal string alignment distance is 1 at most). Both are in lower case.
 */
export function isNear(text: string, word: string): boolean {
  if (text.length < SHORTEST || Math.abs(text.length - word.length) > MOST_WRONG) return false;
  let at = 0;
  while (at < text.length && text[at] === word[at]) at++;
  const isSwapped = text[at] === word[at + 1] && text[at + 1] === word[at];
  return (
    text.slice(at + 1) === word.slice(at + 1) ||
    text.slice(at + 1) === word.slice(at) ||
    text.slice(at) === word.slice(at + 1) ||
    (isSwapped && text.slice(at + 2) === word.slice(at + 2))
  );
}
