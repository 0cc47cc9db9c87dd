import { moment, oneDecimal, price, share, twoDecimals, whole } from '../app/format.js';
import type { SignalPanelFragment } from '../generated/types.js';
import { FACTORS } from './factors.js';
import { Facts } from './facts.js';
import { Label, ScoreBar } from './values.js';

type Signal = NonNullable<SignalPanelFragment['signal']>;

/** The factors of the composite as bars from the middle, with their weights. */
export function SignalFactors({ signal }: { readonly signal: Signal }) {
  const { scores, indicators } = signal;
  return (
    <>
      <div class="verdict">
        <p>
          <Label label={signal.label} /> <b class="big">{oneDecimal(signal.compositeScore)}</b>{' '}
          <small>of {whole(100)}</small>
        </p>
        <p class="faint">
          Confidence {oneDecimal(signal.confidence)} of {whole(100)} · {share(signal.coverage)} of the model has data ·
          agreement {share(signal.agreement)}
        </p>
      </div>
      <table class="factors">
        <caption class="sr-only">Factors of the signal</caption>
        <thead>
          <tr>
            <th scope="col">Factor</th>
            <th scope="col">
              <span class="sr-only">Bar</span>
            </th>
            <th scope="col" class="number">
              Score
            </th>
            <th scope="col" class="number">
              Weight
            </th>
          </tr>
        </thead>
        <tbody>
          {FACTORS.map(([key, name]) => {
            const factor = scores[key];
            return (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td class="bar">
                  {factor === null ? <span class="faint">no data</span> : <ScoreBar score={factor.score} />}
                </td>
                <td class="number">{oneDecimal(factor?.score)}</td>
                <td class="number">{share(factor?.weight)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Facts
        items={[
          ['RSI 14', oneDecimal(indicators.rsi)],
          ['SMA 20', price(indicators.sma20), 'USD'],
          ['SMA 50', price(indicators.sma50), 'USD'],
          ['SMA 200', price(indicators.sma200), 'USD'],
          ['MACD histogram', twoDecimals(indicators.macdHistogram), 'USD'],
        ]}
      />
      <p class="faint">As of {moment(signal.asOf)}.</p>
    </>
  );
}
