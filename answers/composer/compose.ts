import type { AnswerRequest } from '../answers.js';
import type { NameDirectory } from '../names/directory.js';
import type { Toolbox } from '../toolbox.js';
import { committeePart, withTask } from './committee/committee.js';
import { ASKED_WORDS, untoldMeasures, withAskedMeasures, withMeasuresFirst } from './asked-measures.js';
import { chooseIntents, type Chosen } from './choose-intents.js';
import { confidenceOf } from './confidence.js';
import type { Composed } from './composed.js';
import { Found } from './found.js';
import type { PlannedCall, Section } from './intent.js';
import { say, type Line } from './line.js';
import { IN_ENGLISH, isEnglish, noteLines, notEnglish, otherLanguage, outside, quoted } from './notes.js';
import { premiseLines } from './premises.js';
import { readQuestion, type Question } from './question.js';
import { CHART, leftOut, LISTS, withoutLeftOut } from './left-out.js';
import { researchLines } from './research.js';
import { MONTH } from './time-words.js';
import { unreadWordLines } from './unread-words.js';
import { unreadLines } from './unread.js';
import { measureWords } from './unread-metrics.js';
import { wordList } from './words.js';

/** Of an answer to a question whose words told nothing, or of which a part was not read. */
const GUESSED = 0.4;
const named = ({ securities, companies, investors, managers }: Question): string =>
  wordList([...securities, ...companies, ...investors, ...managers].slice(0, 3).map(({ name }) => name)).replace(
    /\.$/,
    '',
  );

const missingSides = (question: Question): readonly Line[] => {
  const { unknownSides } = question.names;
  return unknownSides.length === 0
    ? []
    : [
        say`Nothing is stored under ${quoted(unknownSides)} to compare with; this is what is known of ${named(question)}.`,
      ];
};
const notUnderstood = (question: Question): readonly Line[] => [
  say`No tool answers what the question asks for; this is what they know of ${named(question)}.`,
  ...(isEnglish(question) ? [] : [IN_ENGLISH]),
];

/** Sentences of a digest, by how many kinds of questions it answers. */
const SENTENCES: readonly number[] = [0, 5, 3, 2];

async function run(calls: readonly PlannedCall[], toolbox: Toolbox): Promise<void> {
  await Promise.all(calls.map(({ tool, input }) => toolbox.call(tool, input)));
}

const isSaid = (line: Line, headline: Line): boolean => line.text === headline.text;

const unique = (lines: readonly Line[]): readonly Line[] => [
  ...new Map(lines.map((line) => [line.text, line])).values(),
];

function digest(sections: readonly Section[]): readonly Line[] {
  const most = SENTENCES[Math.min(sections.length, SENTENCES.length - 1)] ?? 2;
  const [first] = sections;
  const lines = sections.flatMap((section) => {
    const own = section === first ? [] : [section.headline];
    const rest = unique(section.lines).filter((line) => !isSaid(line, section.headline));
    return [...own, ...rest].slice(0, section === first ? most : most + 1);
  });
  return unique(lines);
}

/** The question without the words for a time that its answer has read. */
const withoutTimes = (question: Question, sections: readonly Section[]): Question => ({
  ...question,
  plain: sections.reduce((plain, { timeRead }) => (timeRead ? plain.replace(timeRead, '_') : plain), question.plain),
});

/** "The question names the RSI", "the question asks for the RSI": of each measure the first. */
const distinct = (lines: readonly Line[]): readonly Line[] =>
  [
    ...new Map(
      [...lines].reverse().map((line) => [/(?:names|asks for) ([^,]*), which/.exec(line.text)?.[1] ?? line.text, line]),
    ).values(),
  ].reverse();

/** What of a question for a list alone no list is made by. */
const unreadOfList = (question: Question, kinds: readonly string[], left: readonly Line[]): readonly Line[] =>
  kinds.every((kind) => LISTS.includes(kind))
    ? unreadWordLines(
        question,
        [
          ...measureWords(kinds),
          ...ASKED_WORDS,
          CHART,
          ...(kinds.includes('period-ranking') ? [new RegExp(`\\b${MONTH}\\b`)] : []),
        ],
        left,
      )
    : [];

/** The answer to a question of known kinds. */
async function written(question: Question, { intents: chosen, isGuess }: Chosen, toolbox: Toolbox): Promise<Composed> {
  const intents = withAskedMeasures(question, chosen);
  const isDeep = question.mode !== 'digest';
  const planned = intents.flatMap((intent) => [
    ...intent.plan(question),
    ...(isDeep ? (intent.research?.(question) ?? []) : []),
  ]);
  await run(planned, toolbox);
  const found = new Found(toolbox.facts, toolbox.refusals);
  const written = intents.flatMap((intent) => intent.write(question, found) ?? []);
  toolbox.add(written.flatMap(({ computed = [] }) => computed));
  const sections = written.map((section) => (written.length === 1 ? withMeasuresFirst(question, section) : section));
  const told = sections.flatMap(({ headline, lines }) => [headline, ...lines]);
  const notes = noteLines(question, found, told);
  const [first] = sections;
  const names = intents.map(({ name }) => name);
  if (first === undefined) {
    const [reason, ...rest] = notes.length > 0 ? notes : [say`The tools told nothing about this.`];
    return { headline: reason ?? say``, paragraphs: [rest], confidence: 0, intents: names };
  }
  const used = sections.flatMap((section) => section.used ?? []);
  const left = leftOut(question, told, used, names);
  const unread = distinct([
    ...sections.flatMap((section) => section.unread ?? []),
    ...left,
    ...unreadOfList(question, names, left),
    ...unreadLines(withoutTimes(withoutLeftOut(question, names), sections), told, names),
    ...untoldMeasures(withoutLeftOut(question, names), sections, names),
  ]);
  const confidence =
    confidenceOf(sections, intents.length, question, found) * (isGuess || unread.length > 0 ? GUESSED : 1);
  const missing = [...missingSides(question), ...premiseLines(question, found, names)];
  const paragraphs = isDeep ? researchLines(question, sections, found, notes) : [[...digest(sections), ...notes]];
  const [gap, ...gaps] = [
    ...missing,
    ...unread,
    ...(isGuess && missingSides(question).length === 0 ? notUnderstood(question) : []),
  ];
  if (gap === undefined) return { headline: first.headline, paragraphs, confidence, intents: names };
  return { headline: gap, paragraphs: [[...gaps, first.headline], ...paragraphs], confidence, intents: names };
}

/**
 * Answers from the tools alone: reads whom and what the question asks about, calls the tools for it, and writes what
 * they told.
 */
export async function compose(request: AnswerRequest, directory: NameDirectory, toolbox: Toolbox): Promise<Composed> {
  const question = readQuestion(request, directory);
  const language = otherLanguage(question);
  if (language !== null) return notEnglish(language);
  const chosen = chooseIntents(question);
  if (request.part !== undefined) {
    const part = await committeePart(request.part, question, toolbox);
    if (request.part !== 'chair') return part;
    return withTask(part, chosen.isGuess ? null : await written({ ...question, mode: 'digest' }, chosen, toolbox));
  }
  return chosen.intents.length === 0 ? outside(question) : written(question, chosen, toolbox);
}
