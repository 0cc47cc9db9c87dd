import type { AnswerRequest } from '../answers.js';
import type { NameDirectory } from '../names/directory.js';
import type { Toolbox } from '../toolbox.js';
import { chooseIntents } from './choose-intents.js';
import { confidenceOf } from './confidence.js';
import { Found } from './found.js';
import type { Intent, PlannedCall, Section } from './intent.js';
import { say, type Line } from './line.js';
import { noteLines, outside } from './notes.js';
import { readQuestion, type Question } from './question.js';
import { researchLines } from './research.js';

/** A text before its numbers are checked. */
export interface Composed {
  readonly headline: Line;
  /** Paragraphs of sentences; a digest has one. */
  readonly paragraphs: readonly (readonly Line[])[];
  readonly confidence: number;
  /** Kinds of the question, the best first. */
  readonly intents: readonly string[];
}

/** Sentences of a digest, by how many kinds of questions it answers. */
const SENTENCES: readonly number[] = [0, 5, 3, 2];

async function run(calls: readonly PlannedCall[], toolbox: Toolbox): Promise<void> {
  await Promise.all(calls.map(({ tool, input }) => toolbox.call(tool, input)));
}

const isSaid = (line: Line, headline: Line): boolean => line.text === headline.text;

function digest(sections: readonly Section[]): readonly Line[] {
  const most = SENTENCES[Math.min(sections.length, SENTENCES.length - 1)] ?? 2;
  const [first] = sections;
  return sections.flatMap((section) => {
    const own = section === first ? [] : [section.headline];
    const lines = section.lines.filter((line) => !isSaid(line, section.headline));
    return [...own, ...lines].slice(0, section === first ? most : most + 1);
  });
}

/** The answer to a question of known kinds. */
async function written(question: Question, intents: readonly Intent[], toolbox: Toolbox): Promise<Composed> {
  const isDeep = question.mode !== 'digest';
  const planned = intents.flatMap((intent) => [...intent.plan(question), ...(isDeep ? (intent.research?.(question) ?? []) : [])]);
  await run(planned, toolbox);
  const found = new Found(toolbox.facts, toolbox.refusals);
  const sections = intents.flatMap((intent) => intent.write(question, found) ?? []);
  const told = sections.flatMap(({ headline, lines }) => [headline, ...lines]);
  const notes = noteLines(question, found, told, toolbox.facts.length > 0);
  const [first] = sections;
  const names = intents.map(({ name }) => name);
  if (first === undefined) {
    const [reason, ...rest] = notes.length > 0 ? notes : [say`The tools told nothing about this.`];
    return { headline: reason ?? say``, paragraphs: [rest], confidence: 0, intents: names };
  }
  const confidence = confidenceOf(sections, intents.length, question, found);
  const paragraphs = isDeep ? researchLines(question, sections, found, notes) : [[...digest(sections), ...notes]];
  return { headline: first.headline, paragraphs, confidence, intents: names };
}

/** Answers from the tools alone: reads whom and what the question asks about, calls the tools for it, and writes what they told. */
export async function compose(request: AnswerRequest, directory: NameDirectory, toolbox: Toolbox): Promise<Composed> {
  const question = readQuestion(request, directory);
  const intents = chooseIntents(question);
  return intents.length === 0 ? outside(question) : written(question, intents, toolbox);
}
