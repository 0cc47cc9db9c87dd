import type { NameDirectory } from '../names/directory.js';
import type { Entity } from '../names/entity.js';

const FUNDS = ['SPY', 'QQQ', 'IWM', 'DIA'];

/** Funds that stand for the US market, as far as they are stored. */
export const marketFunds = ({ byTicker }: NameDirectory): readonly Entity[] =>
  FUNDS.flatMap((ticker) => byTicker.get(ticker) ?? []);
