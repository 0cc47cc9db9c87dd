import { parse } from 'csv-parse/sync';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { externalFile } from './datasets.js';

export const LABELS = ['negative', 'neutral', 'positive'] as const;

export interface LabelledSentence {
  readonly text: string;
  readonly label: (typeof LABELS)[number];
}

const file = externalFile('sentiment', 'phrasebank_half.csv');

/** Whether the labelled sentences are present; otherwise tests and benchmarks over them are skipped. */
export const hasPhraseBank = existsSync(file);
if (!hasPhraseBank) console.log(`labelled sentences are absent (${file}): what is scored on them is skipped`);

/** A third of the sentences, chosen by their hash, whose errors nobody looked at while words and rules were written. */
const isHeldOut = (text: string): boolean => createHash('sha256').update(text).digest().readUInt32BE(0) % 3 === 0;

/** The held-out third of half of Financial PhraseBank (Malo et al. 2014). */
export function heldOutSentences(): LabelledSentence[] {
  const rows: readonly { readonly label: string; readonly news: string }[] = parse(readFileSync(file, 'utf8'), {
    columns: true,
  });
  return rows
    .filter(({ news }) => isHeldOut(news))
    .map((row) => {
      const label = LABELS.find((name) => name === row.label);
      if (label === undefined) throw new Error(`unknown label ${row.label}`);
      return { text: row.news, label };
    });
}

export interface Scores {
  readonly accuracy: number;
  readonly macroF1: number;
  readonly negativeF1: number;
  /** Row by the true label, column by the answer, both in the order of LABELS. */
  readonly confusion: readonly (readonly number[])[];
}

export function scoresOf(sentences: readonly LabelledSentence[], labelOf: (text: string) => string): Scores {
  const answers = sentences.map(({ text, label }) => ({ label, answer: labelOf(text) }));
  const count = (label: string, answer: string): number =>
    answers.filter((one) => one.label === label && one.answer === answer).length;
  const confusion = LABELS.map((label) => LABELS.map((answer) => count(label, answer)));
  const f1 = LABELS.map((name) => {
    const wrong = answers.filter(({ label, answer }) => (label === name) !== (answer === name)).length;
    return (2 * count(name, name)) / (2 * count(name, name) + wrong);
  });
  const right = answers.filter(({ label, answer }) => label === answer).length;
  return {
    accuracy: right / answers.length,
    macroF1: f1.reduce((sum, value) => sum + value, 0) / f1.length,
    negativeF1: f1[0] ?? 0,
    confusion,
  };
}
