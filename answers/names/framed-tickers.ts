import type { NameDirectory } from './directory.js';
import type { Entity } from './entity.js';
import { isMeaningful } from './misspelled.js';
import { ABBREVIATIONS, KNOWN_CAPITALS } from './question-words.js';

const TICKER = String.raw`[a-z]{1,5}(?:[.-][a-z])?`;
const FIGURE =
  'price|quote|value|chart|rsi|macd|signal|score|rating|dividends?|yield|volume|news|earnings|outlook|targets?|gaps?|volatility|52-week (?:high|low)';
const END = String.raw`(?=(?: (?:stocks?|shares?))?(?: (?:today|now|right now|yesterday|please))?\s*[?.!]*$)`;

/** Places in a question where a word in small letters is a security, whatever else it means. */
const FRAMES: readonly RegExp[] = [
  // "price of ko"
  new RegExp(`(?<=\\b(?:${FIGURE}) (?:of|for|on) (?:the )?)${TICKER}${END}`, 'gi'),
  // "ko price"
  new RegExp(`(?<=^(?:what(?:'s| is) |show (?:me )?)?(?:the )?)${TICKER}(?= (?:stock |share )?(?:${FIGURE})\\b)`, 'gi'),
  // "is cat a buy"
  new RegExp(
    `(?<=\\b(?:is|are) )${TICKER}(?= (?:stock )?(?:still )?(?:an? (?:good |strong )?(?:buy|sell|hold|investment)|overbought|oversold|overvalued|undervalued|bullish|bearish)\\b)`,
    'gi',
  ),
  // "should i buy ko"
  new RegExp(`(?<=\\bshould i (?:buy|sell|hold|own) )${TICKER}${END}`, 'gi'),
];
/** "KO or cat": after a name that is stored. */
const OTHER_SIDE = new RegExp(`^ (?:or|and|vs\\.?|versus|than) (${TICKER})\\s*[?.!]*$`, 'i');
/** "80 nvda 20 ko": after a number, as another name of the question is. */
const NUMBERED = new RegExp(`(?<=\\b\\d+(?:\\.\\d+)?%? (?:shares of |of |in )?)${TICKER}(?=[\\s,?.!]|$)`, 'gi');
const AFTER_NUMBER = /\d%? (?:shares of |of |in )?$/i;

/** Tickers that are goods or money in such places, or a word for something named before. */
const OTHERS = new Set(
  'gold silver oil gas corn wheat coffee sugar copper cash money bonds me him her them one both wait save fund funds'.split(
    ' ',
  ),
);

/** A security that small letters name by their place. */
export interface Framed {
  readonly start: number;
  readonly end: number;
  readonly entity: Entity;
  /** Whether the letters are a word too. */
  readonly isWord: boolean;
}

type Places = readonly { readonly start: number; readonly end: number }[];

/** The securities that words in small letters name by where they stand. `known` are the places that are read. */
export function framedTickers(text: string, known: Places, { byTicker }: NameDirectory): readonly Framed[] {
  const read = (start: number, written: string): readonly Framed[] => {
    const word = written.toLowerCase();
    const end = start + written.length;
    const entity = byTicker.get(written.toUpperCase().replaceAll('-', '.'));
    const isOther = ABBREVIATIONS.has(word) || KNOWN_CAPITALS.has(word) || OTHERS.has(word);
    const isKnown = known.some((place) => start < place.end && end > place.start);
    return entity === undefined || isOther || isKnown ? [] : [{ start, end, entity, isWord: isMeaningful(word) }];
  };
  const framed = FRAMES.flatMap((frame) =>
    Array.from(text.matchAll(frame), ({ index, 0: written }) => read(index, written)).flat(),
  );
  const sides = known.flatMap(({ end }) => {
    const other = OTHER_SIDE.exec(text.slice(end));
    return other === null ? [] : read(end + other[0].indexOf(other[1] ?? '', 2), other[1] ?? '');
  });
  const isList = known.some(({ start }) => AFTER_NUMBER.test(text.slice(0, start)));
  const numbered = isList
    ? Array.from(text.matchAll(NUMBERED), ({ index, 0: written }) => read(index, written))
        .flat()
        .filter(({ isWord, start, end }) => !isWord && end - start > 1)
    : [];
  return [...new Map([...framed, ...sides, ...numbered].map((each) => [each.start, each])).values()];
}
