import {
  isKind,
  isNameLike,
  runAfter,
  runBefore,
  tokensOf,
  withoutAttributes,
  writtenName,
  type Token,
} from './names.js';

const AUXILIARY =
  /(?:[\s,]+(?:has|have|just|also|recently|today|now|officially|quietly|both|reportedly|then|it|on (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Just|Has)(?=[\s,]|$))+[\s,]*$/;
/** What the company does before it raises: "announced that it", "emerged from stealth having". */
const SAYS =
  /[\s,]+(?:announce[sd]?|sa(?:id|ys)|report(?:s|ed)|reveal(?:s|ed)|confirm(?:s|ed)|emerge[sd]|exit(?:s|ed)|turn(?:s|ed)|recently turned|is an?|told)(?=[\s,])(?!.*\b(?:firm|startup|start-up|company) \p{Lu}\S*\s*$).*$/u;
const ADVERBIAL =
  /^(?:and\s+)?(?:in|on|at|over|after|before|with|for|last|this|just|today|yesterday|according|earlier|meanwhile|internationally|globally|also|three|two|one|separately|elsewhere)\b/i;
const DATELINE = /^\p{Lu}{3,}[\p{Lu} ]*(?:, [\p{L} .]+)?\s—\s/u;
const SAID_OF =
  /^(?:an?|the|which|who|that|formerly|previously|founded|also|known|aka|backed|based|maker|one|its|whose|led|called|dubbed)\b|^[\p{L}.]+'s?\s/iu;
const LEGAL_FORM = /^(?:inc|corp|ltd|llc|plc|co|s\.?[alp]\.?|gmbh|ag)\.?$/i;
const PRONOUNS =
  /^(?:it|its|they|their|the company|company|he|she|we|this|that|which|who|it's|the startup|startup|the firm|there)$/i;
const PLACE_TAIL = /^[\p{Lu}][\p{L}.]*(?:-based|-headquartered)/u;
const MOST_NAME_WORDS = 6;

const isPlain = (run: readonly Token[]): boolean => run.every(({ text }) => text !== ',' && text !== '—');

/** The name that a chunk ends with. */
function nameAtEnd(text: string, chunk: readonly Token[]): string | null {
  const last = chunk.at(-1);
  const [before] = chunk.slice(-2);
  let start = runBefore(chunk, chunk.length);
  // "the smart-home platform tink": a name in lower case behind what the company is.
  if (start === chunk.length && last !== undefined && before !== undefined && before !== last && isKind(before))
    start = chunk.length - 1;
  const run = withoutAttributes(chunk.slice(start));
  return run.length === 0 || run.length > MOST_NAME_WORDS || !isPlain(run) ? null : writtenName(text, run);
}

/** The parts of a subject between commas and dashes. */
function chunksOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const chunks: Token[][] = [[]];
  for (const token of tokens) {
    if (token.text === ',' || token.text === '—' || token.text === ':') chunks.push([]);
    else if (!/^[()"]$/.test(token.text)) chunks.at(-1)?.push(token);
  }
  return chunks.filter(
    ([first, second]) => first !== undefined && !(second === undefined && LEGAL_FORM.test(first.text)),
  );
}

const written = (text: string, chunk: readonly Token[]): string =>
  text.slice(chunk[0]?.at ?? 0, chunk.at(-1)?.end ?? 0);

const accepted = (name: string | null): string | null =>
  name === null || PRONOUNS.test(name) || !/[\p{L}\d]/u.test(name) ? null : name;

/** The company before a verb: "London-based Alder, a maker of lamps, has". Null for "the company". */
export function companyBefore(sentence: string): string | null {
  const text = sentence
    .replace(DATELINE, (line) => ' '.repeat(line.length))
    .replace(SAYS, '')
    .replace(AUXILIARY, '');
  const chunks = [...chunksOf(tokensOf(text))];
  while (chunks.length > 1 && ADVERBIAL.test(written(text, chunks[0] ?? []))) chunks.shift();
  const [first = []] = chunks;
  const last = chunks.at(-1) ?? first;
  if (chunks.length === 1) return accepted(nameAtEnd(text, first));
  const isName =
    isNameLike(last[0] ?? { text: '', at: 0, end: 0 }) && last.length <= 3 && !PLACE_TAIL.test(written(text, last));
  const said = chunks.findIndex((chunk, i) => i > 0 && SAID_OF.test(written(text, chunk)));
  if (said > 0) return accepted(nameAtEnd(text, chunks[said - 1] ?? first));
  if (isName) return accepted(nameAtEnd(text, last) ?? written(text, last));
  return accepted(nameAtEnd(text, last) ?? nameAtEnd(text, first));
}

/** Behind it is the name of another company than the one that is meant: "in a rival of Slack". */
const ANOTHER =
  /^[^,;]{0,60}?\b(?:rivals?|competitors?|challengers?|alternatives?|answer|spin-?(?:out|off)) (?:of|to|from)\s/i;

/** The company behind "in" or "into": "into Slack, the workplace", "in Seattle spa software startup Zenoti". */
export function companyAfter(text: string): string | null {
  if (ANOTHER.test(text)) return null;
  const tokens = tokensOf(text);
  const stop = tokens.findIndex(({ text: word }) => /^(?:,|—|\(|to|that|which|who|as|at)$/.test(word));
  const part = stop === -1 ? tokens : tokens.slice(0, stop);
  const kind = part.findLastIndex((token, i) => isKind(token) && i < part.length - 1);
  const from = kind === -1 ? part.findIndex(isNameLike) : kind + 1;
  if (from === -1) return null;
  return accepted(writtenName(text, withoutAttributes(part.slice(from, runAfter(part, from)))));
}
