import { newYorkTime } from '../../calendar/new-york-time.js';
import type { AnswerRequest } from '../answers.js';
import type { NameDirectory } from '../names/directory.js';
import type { Entity } from '../names/entity.js';
import { resolveNames, type EntityMention, type ResolvedNames } from '../names/resolve-names.js';
import type { Holding } from '../tools/portfolio.js';
import { holdingsIn } from './holdings.js';

/** A question as the composer reads it. */
export interface Question {
  readonly text: string;
  /**
   * In lower case, with `@s`, `@c`, `@i` and `@m` in the place of named securities, private companies, investors and
   * managers, and with "is" for an "isn't" that it begins with.
   */
  readonly plain: string;
  /** Named by the request or the question, in this order, each once. */
  readonly securities: readonly Entity[];
  readonly companies: readonly Entity[];
  readonly investors: readonly Entity[];
  /** Managers with forms 13F that have no other name of these. */
  readonly managers: readonly Entity[];
  /** Securities with an amount of each; null if the question tells no holdings. */
  readonly holdings: readonly Holding[] | null;
  readonly names: ResolvedNames;
  readonly directory: NameDirectory;
  readonly mode: AnswerRequest['mode'];
  readonly nowMs: number;
  /** New York's day of the question, since 1970-01-01. */
  readonly today: number;
}

const MARKS = { security: '@s', company: '@c', investor: '@i', manager: '@m' } as const;
/** Tickers of one answer: as many as a request may give. */
const MOST_SECURITIES = 8;

/** "Isn't @s up?" asks what "is @s up?" does. */
const ASKS_NOT =
  /^((?:(?:so|and|but|then|well|hey|wait|ok(?:ay)?),? )*)(is|are|was|were|do|does|did|has|have|had|would|could|should|wo|ca)n't (?=@|it\b|they\b|the\b|stocks?\b|shares?\b|there\b|these\b|those\b|any)/;
const WHOLE: Readonly<Record<string, string>> = { wo: 'will', ca: 'can' };

const withoutNot = (plain: string): string =>
  plain.replace(ASKS_NOT, (_, lead: string, verb: string) => `${lead}${WHOLE[verb] ?? verb} `);

/** "Whats", "didnt" and "52w", as they are written in haste, as they are meant. */
const asMeant = (text: string): string =>
  text
    .replace(/\b(what|who|where|when|how|why|that|there)(s)\b/gi, "$1'$2")
    .replace(/\b52[- ]?(?:w|wks?)\b/gi, '52-week')
    .replace(/\b((?:is|are|was|were|do|does|did|has|have|had|could|should|would|wo|ca)n)(t)\b/gi, "$1'$2");

function marked(text: string, mentions: readonly EntityMention[]): string {
  let [plain, at] = ['', 0];
  for (const { start, end, entity } of mentions) {
    if (start < at) continue;
    plain += text.slice(at, start) + MARKS[entity.kind];
    at = end;
  }
  return (plain + text.slice(at)).toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ').trim();
}

function ofKind(mentions: readonly EntityMention[], kind: Entity['kind']): readonly Entity[] {
  const entities = mentions.flatMap(({ entity }) => (entity.kind === kind ? [entity] : []));
  return [...new Map(entities.map((entity) => [entity.id, entity])).values()];
}

/** Reads a request: whom it names, and what it tells of holdings. */
export function readQuestion(
  { question, tickers, mode, nowMs }: Pick<AnswerRequest, 'question' | 'tickers' | 'mode' | 'nowMs'>,
  directory: NameDirectory,
): Question {
  const text = asMeant(question.normalize('NFKC'));
  const names = resolveNames(text, directory);
  const given = tickers.flatMap((ticker) => directory.byTicker.get(ticker) ?? []);
  const named = ofKind(names.mentions, 'security');
  const securities = [...new Map([...given, ...named].map((entity) => [entity.id, entity])).values()];
  return {
    text,
    plain: withoutNot(marked(text, names.mentions)),
    securities: securities.slice(0, Math.max(MOST_SECURITIES, given.length)),
    companies: ofKind(names.mentions, 'company'),
    investors: ofKind(names.mentions, 'investor'),
    managers: ofKind(names.mentions, 'manager'),
    holdings: holdingsIn(
      text,
      names.mentions,
      given.map(({ key }) => key),
    ),
    names,
    directory,
    mode,
    nowMs,
    today: newYorkTime(nowMs).day,
  };
}
