import { expect, it } from '@jest/globals';
import { fundingRound } from '../../engines/funding/funding-round.js';
import { seededRandom } from '../../sources/simulated/random.js';
import { plainRound } from './funding-labels.js';

const VERBS = ['raises', 'secures', 'closes', 'nabs', 'lands', 'has raised', 'bags', 'picks up'];
const STAGES = ['pre-seed', 'seed', 'Series A', 'Series B', 'Series C', 'Series D', 'Series E'];
const LEADS = ['Oak Capital', 'Elm Partners', 'Harbour Ventures', 'Rowan Growth'];
const KINDS = ['', 'Fintech startup ', 'London-based ', 'AI firm ', 'The satellite company '];
const UNITS = [
  ['M', 1e6],
  [' million', 1e6],
  ['bn', 1e9],
  ['m', 1e6],
] as const;
const TAILS = [
  '',
  ' at a $9 billion valuation',
  ', bringing its total funding to $900 million',
  ', with participation from Ash Fund',
];

it('amount, stage and lead of invented headlines are those they were made of, and those a plain reading finds', () => {
  const random = seededRandom(7, 0, 0);
  const pick = <Value>(values: readonly Value[]): Value | undefined => values[Math.floor(random() * values.length)];
  for (let i = 0; i < 3_000; i += 1) {
    const [unit, size] = pick(UNITS) ?? UNITS[0];
    const digits = Math.round(1 + random() * 990) / (random() < 0.3 ? 10 : 1);
    const [stage = '', lead = ''] = [pick(STAGES), pick(LEADS)];
    const isLed = random() < 0.6;
    const title = `${pick(KINDS) ?? ''}Alder${i} ${pick(VERBS) ?? ''} $${digits}${unit} in ${stage} funding${isLed ? ` led by ${lead}` : ''}${pick(TAILS) ?? ''}`;
    const round = fundingRound({ title, summary: null });
    const plain = plainRound(title);
    const found = [round?.amountUsd, round?.stage?.toLowerCase(), round?.leadInvestors.join(), round?.company];
    expect([title, ...found]).toEqual([
      title,
      expect.closeTo(digits * size, 3),
      stage.toLowerCase(),
      isLed ? lead : '',
      `Alder${i}`,
    ]);
    expect([plain.amountUsd, plain.stage, plain.lead ?? '']).toEqual([
      expect.closeTo(digits * size, 3),
      stage.toLowerCase(),
      isLed ? lead : '',
    ]);
  }
});
