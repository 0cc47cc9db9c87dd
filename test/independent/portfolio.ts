/** A holding with its amount, all in the same unit, and its scores if it has a signal. */
export interface PlainHolding {
  ticker: string;
  amount: number;
  sector: string;
  score: number | null;
  factors: Readonly<Record<string, number | null>>;
}

const FLOORS: readonly [string, number][] = [
  ['Bullish', 56],
  ['Neutral', 44],
  ['Bearish', 0],
];

function side(score: number): string {
  return FLOORS.find(([, floor]) => Math.round(score * 10) >= floor * 10)?.[0] ?? 'Bearish';
}

/** The numbers of a roll-up over distinct tickers, each in one pass over the whole list. */
export function plainRollUp(holdings: readonly PlainHolding[]) {
  const sum = (list: readonly PlainHolding[], of: (holding: PlainHolding) => number = ({ amount }) => amount): number =>
    list.reduce((total, holding) => total + of(holding), 0);
  const total = sum(holdings);
  const scored = holdings.filter(({ score }) => score !== null);
  const meanOf = (of: (holding: PlainHolding) => number | null): number | null => {
    const having = scored.filter((holding) => of(holding) !== null);
    return having.length === 0 ? null : sum(having, (holding) => holding.amount * (of(holding) ?? 0)) / sum(having);
  };
  const score = meanOf(({ score: own }) => own) ?? Number.NaN;
  const mix = (name: string): number =>
    sum(scored.filter((holding) => side(holding.score ?? 0) === name)) / sum(scored);
  const herfindahlIndex = holdings.reduce((squares, { amount }) => squares + (amount / total) ** 2, 0);
  const sectors = [...new Set(holdings.map(({ sector }) => sector))].map((sector) => ({
    sector,
    weightPct: (100 * sum(holdings.filter((holding) => holding.sector === sector))) / total,
  }));
  const top = holdings.reduce((largest, holding) => (holding.amount > largest.amount ? holding : largest));
  return {
    posture: side(score),
    weightedCompositeScore: score,
    positionCount: holdings.length,
    signalMix: { bullish: mix('Bullish'), neutral: mix('Neutral'), bearish: mix('Bearish') },
    concentration: {
      herfindahlIndex,
      topPosition: { ticker: top.ticker, weightPct: (100 * top.amount) / total },
      effectivePositions: 1 / herfindahlIndex,
    },
    factorExposure: Object.fromEntries(
      ['technical', 'momentum', 'fundamentals', 'microstructure', 'optionsFlow'].map((name) => [
        name,
        meanOf(({ factors }) => factors[name] ?? null),
      ]),
    ),
    sectorConcentration: sectors.sort((a, b) => b.weightPct - a.weightPct),
  };
}
