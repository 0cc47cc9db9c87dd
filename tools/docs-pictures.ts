import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEMO_KEYS } from '../access/demo.js';
import { linePicture, type Line, type Point } from './docs/line-picture.js';
import { Failure } from '../bin/failure.js';
import { httpCall } from './http-call.js';
import { startScratchServer } from './scratch-server.js';

/** The fixed time of the pages' examples, so that the pictures are reproducible. */
const AS_OF = Date.UTC(2026, 0, 2, 22, 30);
const POSITIONS = [
  { ticker: 'AAPL', value_usd: 6_000 },
  { ticker: 'XOM', value_usd: 4_000 },
];
const CALM = '#1a6fb0';
const STRESSED = '#c2462e';
const GREY = '#767676';

interface Cone {
  readonly cone: readonly { readonly day: number; readonly p10: number; readonly p50: number; readonly p90: number }[];
}

interface Dca {
  readonly series: readonly { readonly t: number; readonly invested: number; readonly value: number }[];
}

type Ask = (request: string, body?: object) => Promise<unknown>;

function coneLines({ cone }: Cone, name: string, colour: string): readonly Line[] {
  const band: readonly Point[] = [
    ...cone.map(({ day, p90 }) => [day, p90] as const),
    ...[...cone].reverse().map(({ day, p10 }) => [day, p10] as const),
  ];
  return [
    { kind: 'area', colour, points: band },
    { kind: 'line', colour, points: cone.map(({ day, p50 }) => [day, p50] as const), name },
  ];
}

async function conePicture(ask: Ask): Promise<string> {
  const [plain, stressed] = await Promise.all([
    ask('/simulate', { positions: POSITIONS }) as Promise<Cone>,
    ask('/simulate', { positions: POSITIONS, regime: 'stressed' }) as Promise<Cone>,
  ]);
  return linePicture({
    title: 'AAPL 6,000 and XOM 4,000 USD, simulated: median and 10 to 90 percent',
    xUnit: 'sessions from today',
    yUnit: 'value, USD',
    xTicks: [0, 21, 42, 63, 84, 105, 126].map((day) => ({ at: day, text: String(day) })),
    lines: [...coneLines(stressed, 'stressed days', STRESSED), ...coneLines(plain, 'all days', CALM)],
  });
}

async function dcaPicture(ask: Ask): Promise<string> {
  const { series } = (await ask('/dca?ticker=AAPL&monthly=500&years=10')) as Dca;
  const years = [...new Set(series.map(({ t }) => new Date(t).getUTCFullYear()))];
  return linePicture({
    title: 'AAPL (simulated), 500 USD a month for ten years',
    xUnit: 'year',
    yUnit: 'USD',
    xTicks: years.filter((year) => year % 2 === 0).map((year) => ({ at: Date.UTC(year, 0, 1), text: String(year) })),
    lines: [
      { kind: 'line', colour: CALM, points: series.map(({ t, value }) => [t, value] as const), name: 'value' },
      { kind: 'line', colour: GREY, points: series.map(({ t, invested }) => [t, invested] as const), name: 'invested' },
    ],
  });
}

// Writes docs/pictures/ in the source tree from a real server's responses: npm run generate.
const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'docs', 'pictures');
mkdirSync(folder, { recursive: true });
const server = await startScratchServer(() => AS_OF);
const ask: Ask = async (request, sent) => {
  const { status, body } = await httpCall(
    `${server.url}/api/v1${request}`,
    { 'X-API-Key': DEMO_KEYS.institutional },
    sent,
  );
  if (status !== 200) throw new Failure(`${request} answered ${status}: ${body}`);
  return JSON.parse(body) as unknown;
};
try {
  writeFileSync(path.join(folder, 'cone.svg'), await conePicture(ask));
  writeFileSync(path.join(folder, 'dca.svg'), await dcaPicture(ask));
} finally {
  await server.close();
}
