import { oneDecimal, signedPercent, words } from '../../app/format.js';
import { addressOf } from '../../app/router.js';
import { heatStep } from '../../parts/values.js';
import { FUNDS, sectorsOf, type BoardRow } from './board-rows.js';

type By = 'score' | 'change';

/** Full colour: 20 points from the middle, or a change of 3 percent. */
function stepOf({ score, changePct }: BoardRow, by: By): number | null {
  if (by === 'score') return score === null ? null : heatStep(score - 50, 20);
  return changePct === null ? null : heatStep(changePct, 3);
}

function Tile({ row, by }: { readonly row: BoardRow; readonly by: By }) {
  const { ticker, name, score, changePct, label } = row;
  const step = stepOf(row, by);
  const shown = by === 'score' ? oneDecimal(score) : signedPercent(changePct);
  const title = `${name}\n${label === null ? '' : `${words(label)}, score ${oneDecimal(score)}\n`}${signedPercent(changePct)} today`;
  return (
    <li>
      <a class="tile" href={addressOf('security', ticker)} title={title} data-step={step ?? 'none'}>
        <b>{ticker}</b>
        <span>{shown}</span>
      </a>
    </li>
  );
}

const ENDS: Readonly<Record<By, readonly [low: string, high: string]>> = {
  score: ['30 or less', '70 or more'],
  change: ['−3% or less', '+3% or more'],
};

/** A heat map of securities by sector. */
export function Board({ rows, by }: { readonly rows: readonly BoardRow[]; readonly by: By }) {
  const [low, high] = ENDS[by];
  return (
    <>
      <div class="board">
        {sectorsOf(rows).map(([sector, members]) => (
          <div key={sector} class={sector === FUNDS ? 'sector funds' : 'sector'}>
            <h3>{sector}</h3>
            <ul class="tiles">
              {members.map((row) => (
                <Tile key={row.ticker} row={row} by={by} />
              ))}
            </ul>
          </div>
        ))}
      </div>
      <p class="legend">
        <span>{low}</span>
        {[-4, -3, -2, -1, 0, 1, 2, 3, 4].map((step) => (
          <i key={step} data-step={step} />
        ))}
        <span>{high}</span>
      </p>
    </>
  );
}
