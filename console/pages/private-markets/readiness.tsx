import { oneDecimal, sentence, words } from '../../app/format.js';
import type { CompanyReadinessPanelFragment } from '../../generated/types.js';
import { Empty } from '../../parts/states.js';
import { Level, LevelBar } from '../../parts/values.js';

type Axes = NonNullable<CompanyReadinessPanelFragment['ipoReadiness']>['axes'];

const AXES = [
  ['signal', 'Signals of a listing', 'Signals'],
  ['scale', 'Scale', 'Scale'],
  ['maturity', 'Maturity', 'Maturity'],
  ['growth', 'Growth', 'Growth'],
  ['liquidity', 'Liquidity', 'Liquidity'],
] as const;

const RADIUS = 60;
const RINGS = [25, 50, 75, 100];

/** Where a score of an axis is, in the units of the drawing; the first axis points up. */
function at(index: number, score: number): readonly [x: number, y: number] {
  const angle = (2 * Math.PI * index) / AXES.length - Math.PI / 2;
  const length = (RADIUS * score) / 100;
  return [Number((length * Math.cos(angle)).toFixed(2)), Number((length * Math.sin(angle)).toFixed(2))];
}

const ring = (score: number): string => AXES.map((_, index) => at(index, score).join(',')).join(' ');

const SIDES = { '-1': 'end', '0': 'middle', '1': 'start' } as const;

/** The axes as a radar from 0 in the middle to 100; an axis that is not known has no point. The table says the same. */
function Radar({ axes }: { readonly axes: Axes }) {
  const known = AXES.flatMap(([key], index) => {
    const { score } = axes[key];
    return score === null ? [] : [at(index, score)];
  });
  return (
    <svg class="radar" viewBox="-150 -80 300 150" aria-hidden="true">
      {RINGS.map((score) => (
        <polygon key={score} class="ring" points={ring(score)} />
      ))}
      {AXES.map(([key, , name], index) => {
        const [x, y] = at(index, 100);
        const [textX, textY] = at(index, 116);
        const side = SIDES[String(Math.abs(textX) < 1 ? 0 : Math.sign(textX)) as keyof typeof SIDES];
        return (
          <g key={key}>
            <line class="ring" x2={x} y2={y} />
            <text x={textX} y={textY + 3} text-anchor={side}>
              {name} {oneDecimal(axes[key].score)}
            </text>
          </g>
        );
      })}
      <polygon class="shape" points={known.map((point) => point.join(',')).join(' ')} />
      {known.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="3" />
      ))}
    </svg>
  );
}

/** How ready a company is for a listing: the composite, its axes from 0 to 100, and when it may be. */
export function Readiness({ company: { ipoReadiness } }: { readonly company: CompanyReadinessPanelFragment }) {
  if (ipoReadiness === null) return <Empty>Nothing is known.</Empty>;
  const { axes, timing } = ipoReadiness;
  return (
    <>
      <p>
        <b>{words(ipoReadiness.band)}</b> <Level level={ipoReadiness.composite} />{' '}
        {ipoReadiness.rank !== null && <span class="faint">rank {ipoReadiness.rank}</span>}
      </p>
      <Radar axes={axes} />
      <table class="factors">
        <caption class="sr-only">Axes of readiness, 0 to 100</caption>
        <tbody>
          {AXES.map(([key, name]) => {
            const { score, drivers } = axes[key];
            return (
              <tr key={key}>
                <th scope="row">
                  {name}
                  <span class="faint block">{drivers.map(({ detail }) => sentence(detail)).join(' · ')}</span>
                </th>
                <td class="bar">
                  {score === null ? <span class="faint">not known</span> : <LevelBar level={score} />}
                </td>
                <td class="number">{oneDecimal(score)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p class="faint">
        {timing.window === null ? '' : `Window: ${timing.window}. `}
        {sentence(timing.rationale)}
      </p>
    </>
  );
}
