import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { NEGATIVES, NUMBERS, POSITIVES } from './fixtures/texts.js';
import { refusalOf } from './guardrail.js';
import { processorMs } from '../../../test/support/processor-time.js';

/** Texts that were written without a look at the rules: what each has or asks for, or `ordinary`, and the text. */
function unseenTexts(file: string) {
  return readFileSync(new URL(`./fixtures/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [kind = '', text = ''] = line.split('\t');
      return { kind, text: text.replaceAll('\\n', '\n') };
    });
}

describe('the guardrail', () => {
  it('refuses what asks for secrets or has them, and lets ordinary mail pass', () => {
    const missed = POSITIVES.filter((text) => refusalOf(text) === null);
    const refused = NEGATIVES.filter((text) => refusalOf(text) !== null);
    const found = POSITIVES.length - missed.length;
    const recall = found / POSITIVES.length;
    const precision = found / (found + refused.length);
    process.stdout.write(
      `guardrail: ${POSITIVES.length} positives, ${NEGATIVES.length} negatives, recall ${recall.toFixed(4)}, precision ${precision.toFixed(4)}\n`,
    );
    expect([POSITIVES.length >= 200, NEGATIVES.length >= 400]).toEqual([true, true]);
    expect(missed).toEqual([]);
    expect([...new Set(refused.map((text) => text.split('\n\n')[1]))]).toEqual([]);
  });

  it.each(['unseen-texts.txt', 'later-texts.txt'])(
    'keeps what it learned from texts written without a look at the rules: %s',
    (file) => {
      const texts = unseenTexts(file);
      const [ordinary, sensitive] = [
        texts.filter(({ kind }) => kind === 'ordinary'),
        texts.filter(({ kind }) => kind !== 'ordinary'),
      ];
      const refused = ordinary.filter(({ text }) => refusalOf(text) !== null);
      const missed = sensitive.filter(({ text }) => refusalOf(text) === null);
      process.stdout.write(
        `guardrail, ${file}: ${sensitive.length} positives, ${ordinary.length} negatives, ${missed.length} missed, ${refused.length} refused\n`,
      );
      expect(missed.filter(({ kind }) => kind === 'card' || kind === 'iban')).toEqual([]);
      expect(missed.length / sensitive.length).toBeLessThan(0.06);
      expect(refused.length / ordinary.length).toBeLessThanOrEqual(0.02);
    },
  );

  it.each([
    '4111 1111 and then 1111 1111, that is the number',
    '4111 1111 (first) 1111 1111 (second)',
    '4111-1111\n\nand\n\n1111-1111',
    'It is 4111 1111 1111 and 1111 at the end',
    'DE89 3704 0044 and 0532 0130 00 is the IBAN',
  ])('finds a card or an IBAN in parts: %j', (text) => {
    expect(refusalOf(text)).not.toBeNull();
  });

  it('misses no card and no IBAN whose check digits hold', () => {
    expect(NUMBERS.filter((text) => !['card', 'iban'].includes(refusalOf(text) ?? ''))).toEqual([]);
  });

  it('lets numbers pass whose check digits do not hold', () => {
    expect(['4111111111111112', 'DE89370400440532013001', '5500 0055 5555 5550'].map(refusalOf)).toEqual([
      null,
      null,
      null,
    ]);
  });

  it.each([
    ['letters', 'a'.repeat(100_000)],
    ['spaces', ' '.repeat(100_000)],
    ['single letters', 'p a s s '.repeat(12_500)],
    ['digits', '4'.repeat(100_000)],
    ['groups of digits', '4 '.repeat(50_000)],
    ['secrets', 'password '.repeat(11_000)],
    ['negations', 'never ask '.repeat(10_000)],
    ['IBAN starts', 'DE89'.repeat(25_000)],
    ['encoded', 'QUFB'.repeat(25_000)],
    ['dots', 'a.'.repeat(50_000)],
    ['marks', `a${'\u0301'.repeat(99_000)}`],
    ['values', 'pin is '.repeat(14_000)],
    ['parts of cards', '4111 and then '.repeat(7_000)],
    ['names of keys', 'api key of '.repeat(9_000)],
    ['seed words', `seed phrase is ${'abcd '.repeat(19_000)}`],
    ['odd tokens', 'a1!xx '.repeat(16_000)],
    ['quotes', '"abc '.repeat(20_000)],
    ['percents', '%41'.repeat(33_000)],
    ['users', 'user: a/ '.repeat(11_000)],
  ])('reads 100,000 hostile characters in bounded time: %s', (_name, text) => {
    expect(
      processorMs(() => {
        refusalOf(text);
      }),
    ).toBeLessThan(3_000);
  });
});
