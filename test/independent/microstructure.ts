/** One minute of a session's regular hours; `session` counts from 0. */
export interface PlainMinute {
  readonly session: number;
  readonly minute: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** One day of the daily history. */
export interface PlainDay {
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const average = (values: readonly number[]): number => sum(values) / values.length;
const deviation = (values: readonly number[]): number =>
  Math.sqrt(sum(values.map((value) => (value - average(values)) ** 2)) / (values.length - 1));

/** Standard normal distribution by its series Φ(x) = ½ + φ(x) Σ x^(2k+1) / (1·3·5…(2k+1)). */
function normal(x: number): number {
  if (Math.abs(x) > 9) return x > 0 ? 1 : 0;
  let [term, total] = [x, x];
  for (let k = 1; k < 400; k += 1) {
    term *= (x * x) / (2 * k + 1);
    total += term;
  }
  return 0.5 + (total * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
}

function sessionsOf(minutes: readonly PlainMinute[]): PlainMinute[][] {
  const numbers = [...new Set(minutes.map(({ session }) => session))];
  return numbers.map((number) => minutes.filter(({ session }) => session === number));
}

function changesOf(session: readonly PlainMinute[]): number[] {
  return session.map(({ open, close }, i) => close - (i === 0 ? open : (session[i - 1]?.close ?? NaN)));
}

/** Net volume bought in each minute of a session, with σ from `around`. */
function netOf(session: readonly PlainMinute[], around: readonly PlainMinute[][]): number[] {
  const sigma = deviation(around.flatMap(changesOf));
  return changesOf(session).map((change, i) =>
    sigma > 0 ? (2 * normal(change / sigma) - 1) * (session[i]?.volume ?? NaN) : 0,
  );
}

/** One share after another is too slow: pieces that never cross the end of a bucket. */
function plainVpin(sessions: readonly PlainMinute[][]): number {
  const size = average(sessions.map((session) => sum(session.map(({ volume }) => volume)))) / 50;
  const pieces = sessions.flatMap((session) =>
    netOf(session, sessions).map((net, i) => ({ net, volume: session[i]?.volume ?? NaN })),
  );
  let volume = 0;
  const nets = new Map<number, number>();
  for (const piece of pieces) {
    let left = piece.volume;
    while (left > 0) {
      const bucket = Math.floor(volume / size + 1e-9);
      const part = Math.min(left, (bucket + 1) * size - volume);
      nets.set(bucket, (nets.get(bucket) ?? 0) + (piece.net * part) / piece.volume);
      volume += part;
      left -= part;
      if (part < 1e-9 * size) break;
    }
  }
  const full = Math.floor(volume / size + 1e-6);
  const newest = Array.from({ length: 50 }, (_, k) => Math.abs(nets.get(full - 50 + k) ?? 0));
  return sum(newest) / (50 * size);
}

function plainKyle(session: readonly PlainMinute[]): number {
  const changes = changesOf(session);
  const signed = changes.map((_, i) => {
    const last =
      changes
        .slice(0, i + 1)
        .reverse()
        .find((change) => change !== 0) ?? 0;
    return Math.sign(last) * (session[i]?.volume ?? NaN);
  });
  const products = average(signed.map((value, i) => value * (changes[i] ?? NaN))) - average(signed) * average(changes);
  return products / (average(signed.map((value) => value * value)) - average(signed) ** 2);
}

function plainCovariance(session: readonly PlainMinute[]): number {
  const changes = changesOf(session);
  const [before, after] = [changes.slice(0, -1), changes.slice(1)];
  return (
    sum(before.map((value, i) => (value - average(before)) * ((after[i] ?? NaN) - average(after)))) /
    (before.length - 1)
  );
}

const rootOrNull = (covariance: number, scale: number): number | null =>
  covariance < 0 ? scale * Math.sqrt(-covariance) : null;

function plainVarianceRatio(session: readonly PlainMinute[]): number {
  const logs = [session[0]?.open ?? NaN, ...session.map(({ close }) => close)].map(Math.log);
  const n = logs.length - 1;
  const drift = ((logs[n] ?? NaN) - (logs[0] ?? NaN)) / n;
  const gap = (lag: number): number[] =>
    logs.slice(lag).map((value, i) => (value - (logs[i] ?? NaN) - lag * drift) ** 2);
  return sum(gap(5)) / (5 * (n - 4) * (1 - 5 / n)) / (sum(gap(1)) / (n - 1));
}

function plainLargest(session: readonly PlainMinute[]): number {
  const sigma = deviation(changesOf(session));
  const rows = session.map(({ volume }, i) => ({
    volume,
    bought: normal((changesOf(session)[i] ?? NaN) / sigma) * volume,
    i,
  }));
  const large = rows.sort((a, b) => b.volume - a.volume || a.i - b.i).slice(0, Math.ceil(session.length / 10));
  return (100 * sum(large.map(({ bought }) => bought))) / sum(large.map(({ volume }) => volume));
}

function plainProfile(session: readonly PlainMinute[]) {
  const bottom = Math.min(...session.map(({ low }) => low));
  const step = (Math.max(...session.map(({ high }) => high)) - bottom) / 24;
  const levels = Array.from({ length: 24 }, (_, level) =>
    sum(
      session.map(({ low, high, volume }) => {
        const [from, to] = [bottom + level * step, bottom + (level + 1) * step];
        if (high === low) return low > from - 1e-9 * step && (low < to - 1e-9 * step || level === 23) ? volume : 0;
        return (volume * Math.max(0, Math.min(high, to) - Math.max(low, from))) / (high - low);
      }),
    ),
  );
  const most = levels.indexOf(Math.max(...levels));
  let [low, high] = [most, most];
  while (sum(levels.slice(low, high + 1)) < 0.7 * sum(levels)) {
    if ((levels[high + 1] ?? -1) >= (levels[low - 1] ?? -1)) high += 1;
    else low -= 1;
  }
  return {
    levels,
    pointOfControl: bottom + (most + 0.5) * step,
    valueArea: { low: bottom + low * step, high: bottom + (high + 1) * step },
  };
}

function priceAt(session: readonly PlainMinute[], minute: number): number {
  return session.filter((bar) => bar.minute < minute).at(-1)?.close ?? session[0]?.open ?? NaN;
}

function plainSmartMoney(sessions: readonly PlainMinute[][]): number {
  return sum(
    sessions.map((session) => {
      const late = priceAt(session, 960) / priceAt(session, 900) - 1;
      const early = priceAt(session, 600) / (session[0]?.open ?? NaN) - 1;
      return 100 * (late - early);
    }),
  );
}

function plainVolatility(days: readonly PlainDay[], end: number): number {
  const closes = days.slice(end - 30, end + 1).map(({ close }) => close);
  return 100 * Math.sqrt(252) * deviation(closes.slice(1).map((close, i) => close / (closes[i] ?? NaN) - 1));
}

/** Everything that needs a complete session, five earlier ones and a year of daily bars; the newest session last. */
export function plainMicrostructure(days: readonly PlainDay[], minutes: readonly PlainMinute[]) {
  const sessions = sessionsOf(minutes);
  const newest = sessions.at(-1) ?? [];
  const changes = changesOf(newest);
  const logs = [newest[0]?.open ?? NaN, ...newest.map(({ close }) => close)].map(Math.log);
  const volumes = newest.map(({ volume }) => volume);
  const last = newest.at(-1)?.minute ?? NaN;
  const volatilities = Array.from({ length: 252 }, (_, k) => plainVolatility(days, days.length - 252 + k));
  const today = volatilities.at(-1) ?? NaN;
  const rank = volatilities.filter((value) => value < today).length / 252;
  const buyPct = plainLargest(newest);
  const traded = days.slice(-21);
  return {
    vpin: plainVpin(sessions),
    amihudIlliquidity:
      1e6 *
      average(
        traded.map(
          ({ close, volume }, i) => Math.abs(close / (days[days.length - 22 + i]?.close ?? NaN) - 1) / (close * volume),
        ),
      ),
    kyleLambda: plainKyle(newest),
    rollSpread: rootOrNull(plainCovariance(newest), 2),
    bidAskSpreadBasisPoints: rootOrNull(
      average(sessions.map((session) => plainCovariance(session) / (session.at(-1)?.close ?? NaN) ** 2)),
      20_000,
    ),
    orderFlowImbalance: sum(netOf(newest, [newest])) / sum(volumes),
    relativeVolume:
      sum(volumes) /
      average(
        sessions
          .slice(0, -1)
          .map((session) => sum(session.filter(({ minute }) => minute <= last).map(({ volume }) => volume))),
      ),
    historicalVolatilityPct: today,
    intradayVolatilityPct: 100 * Math.sqrt(252 * sum(logs.slice(1).map((value, i) => (value - (logs[i] ?? NaN)) ** 2))),
    priceEfficiency: Math.abs(sum(changes)) / sum(changes.map(Math.abs)),
    varianceRatio: plainVarianceRatio(newest),
    smartMoneyIndex: plainSmartMoney(sessions),
    volatilityRegime: rank >= 0.95 ? 'extreme' : rank >= 0.75 ? 'high' : rank >= 0.25 ? 'normal' : 'low',
    institutionalFlow: { buyPct, sellPct: 100 - buyPct },
    profile: plainProfile(newest),
    hours: [9, 10, 11, 12, 13, 14, 15].map(
      (hour) =>
        sum(newest.filter(({ minute }) => Math.floor(minute / 60) === hour).map(({ volume }) => volume)) / sum(volumes),
    ),
    delta: netOf(newest, [newest]).reduce<number[]>((totals, net) => [...totals, (totals.at(-1) ?? 0) + net], []),
  };
}
