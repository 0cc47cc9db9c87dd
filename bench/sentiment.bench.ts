import { createRequire } from 'node:module';
import { sentiment } from '../engines/text/sentiment.js';
import { hasPhraseBank, heldOutSentences, LABELS, scoresOf } from '../test/independent/phrasebank.js';

/* Sentiment against two general lexicons on labelled sentences; needs the reference data. */

interface Vader {
  readonly SentimentIntensityAnalyzer: { polarity_scores(text: string): { readonly compound: number } };
}
type Afinn = new () => { analyze(text: string): { readonly score: number } };

// Both packages are CommonJS without types.
const load = createRequire(import.meta.url);
const vader = load('vader-sentiment') as Vader;
const afinn = new (load('sentiment') as Afinn)();

/** Limits of the label as the authors of VADER recommend. */
const VADER_FROM = 0.05;
const ROUNDS = 15;

const signLabel = (score: number, from: number): string =>
  score >= from ? 'positive' : score <= -from ? 'negative' : 'neutral';
const CONTESTANTS: readonly { readonly name: string; readonly labelOf: (text: string) => string }[] = [
  { name: 'ours', labelOf: (text) => sentiment(text).label },
  {
    name: 'vader-sentiment',
    labelOf: (text) => signLabel(vader.SentimentIntensityAnalyzer.polarity_scores(text).compound, VADER_FROM),
  },
  { name: 'sentiment (AFINN)', labelOf: (text) => signLabel(afinn.analyze(text).score, 1) },
];

/** Median microseconds for one text, over rounds through all of them. */
function microseconds(texts: readonly string[], labelOf: (text: string) => string): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    for (const text of texts) labelOf(text);
    return ((performance.now() - start) * 1000) / texts.length;
  }).sort((a, b) => a - b);
  return rounds[ROUNDS >> 1] ?? Number.NaN;
}

if (hasPhraseBank) {
  const sentences = heldOutSentences();
  const texts = sentences.map(({ text }) => text);
  console.log(`${sentences.length} held-out sentences`);
  const times = CONTESTANTS.map(({ labelOf }) => microseconds(texts, labelOf));
  for (const [i, { name, labelOf }] of CONTESTANTS.entries()) {
    const { accuracy, macroF1, negativeF1, confusion } = scoresOf(sentences, labelOf);
    const [time = Number.NaN, ours = Number.NaN] = [times[i], times[0]];
    const scores = Object.entries({ accuracy, 'macro-F1': macroF1, 'F1 of negative': negativeF1 });
    const ratio = i === 0 ? '' : ` (ours is ${(time / ours).toFixed(2)} times as fast)`;
    console.log(`${name}: ${scores.map(([score, value]) => `${score} ${value.toFixed(3)}`).join(', ')}`);
    console.log(`  ${time.toFixed(1)} µs a sentence${ratio}; answers by true label (${LABELS.join(', ')}):`);
    for (const [k, row] of confusion.entries()) {
      console.log(`  ${(LABELS[k] ?? '').padEnd(9)}${row.map((n) => String(n).padStart(5)).join('')}`);
    }
  }
}
