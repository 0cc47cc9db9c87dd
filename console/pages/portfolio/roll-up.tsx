import { oneDecimal, percent, share, words } from '../../app/format.js';
import type { RollUpPanelFragment } from '../../generated/types.js';
import { FACTORS } from '../../parts/factors.js';
import { Facts } from '../../parts/facts.js';
import { Table } from '../../parts/table.js';
import { Label, ScoreBar, TickerLink } from '../../parts/values.js';

type RollUp = NonNullable<RollUpPanelFragment['portfolio']>;

/** The portfolio as one: posture, factors, sectors, and what to review first. */
export function RollUpView({ rollUp }: { readonly rollUp: RollUp }) {
  const { signalMix, concentration, factorExposure } = rollUp;
  return (
    <>
      <Facts
        items={[
          ['Posture', words(rollUp.posture), `weighted score ${oneDecimal(rollUp.weightedCompositeScore)}`],
          [
            'Bullish / neutral / bearish',
            `${share(signalMix.bullish)} / ${share(signalMix.neutral)} / ${share(signalMix.bearish)}`,
            'by weight',
          ],
          [
            'Effective positions',
            oneDecimal(concentration.effectivePositions),
            `of ${rollUp.positionCount - rollUp.unresolved.length} with a signal`,
          ],
        ]}
      />
      <div class="halves">
        <table class="factors">
          <caption>Factor exposure, 0 to 100</caption>
          <tbody>
            {FACTORS.map(([key, name]) => {
              const value = factorExposure[key];
              return (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  <td class="bar">
                    {value === null ? <span class="faint">no data</span> : <ScoreBar score={value} />}
                  </td>
                  <td class="number">{oneDecimal(value)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
        <table class="factors">
          <caption>Sectors, percent of the portfolio</caption>
          <tbody>
            {rollUp.sectorConcentration.map(({ sector, weightPct }) => (
              <tr key={sector}>
                <th scope="row">{sector}</th>
                <td class="bar">
                  <svg class="score-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                    <rect class="track" width="100" height="10" />
                    <rect class="fill-up" width={Math.min(100, weightPct)} height="10" />
                  </svg>
                </td>
                <td class="number">{percent(weightPct)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h3>To review first</h3>
      <Table
        caption="To review first"
        rows={rollUp.reviewPriority}
        rowKey={({ ticker }) => ticker}
        atMost={6}
        columns={[
          { name: 'Ticker', cell: ({ ticker }) => <TickerLink ticker={ticker} /> },
          { name: 'Weight', kind: 'number', cell: ({ weightPct }) => percent(weightPct) },
          { name: 'Signal', cell: ({ label }) => <Label label={label} /> },
          { name: 'Score', kind: 'number', cell: ({ compositeScore }) => oneDecimal(compositeScore) },
        ]}
      />
    </>
  );
}
