/**
 * Words that move a measure. "intransitive": the measure is the subject ("sales rose") or follows in/of ("a rise in
 * sales"); "transitive": the object if there is one ("cut costs"); "object": nothing without an object ("close a
 * plant"); "comparative": the noun beside it ("lower costs").
 */
export const MOVES: readonly {
  readonly direction: 1 | -1;
  readonly place: 'intransitive' | 'transitive' | 'object' | 'comparative';
  readonly words?: string;
  readonly verbs?: string;
}[] = [
  {
    direction: 1,
    place: 'intransitive',
    verbs: `
      rise:rose:risen, grow:grew:grown, jump, surge, soar, climb, rocket, skyrocket, swell, leap, rally, rebound,
      spike, escalate, balloon, advance, tick up, edge up, edge higher, go up:went up:gone up, pick up,
      shoot up:shot up:shot up, accelerate, outpace, appreciate, outperform`,
    words: `
      upturn, uptick, up, above, over-subscribed, upside, record high, all-time high, historic high, new high`,
  },
  {
    direction: -1,
    place: 'intransitive',
    verbs: `
      fall:fell:fallen, decline, drop*, slip*, slide:slid:slid, sink:sank:sunk, plunge, plummet, tumble, dive, slump,
      dip*, shrink:shrank:shrunk, dwindle, recede, ebb, retreat, crash, collapse, weaken, deteriorate,
      go down:went down:gone down, come down:came down:come down, edge down, edge lower, tick down, decelerate,
      depreciate, underperform, slow, slow down, slowdown, abate, nosedive, crater, erode, evaporate, lag*, ease`,
    words: `
      contracted, to contract, will contract, would contract, contracts by, downturn, down, below, under pressure,
      underwater, record low, all-time low, historic low, new low`,
  },
  {
    direction: 1,
    place: 'transitive',
    verbs: `
      increase, raise, boost, lift, hike, double, triple, treble, quadruple, expand, widen, exceed, strengthen,
      surpass, enlarge, broaden, multiply, grow:grew:grown, maximise, maximize, upsize, push up,
      drive up:drove up:driven up, speed up:sped up:sped up, enhance, deepen, step up`,
    words: 'gained, gaining, tops, topped, expansion, doubling',
  },
  {
    direction: -1,
    place: 'transitive',
    verbs: `
      decrease, reduce, cut:cut:cut*, lower, slash, trim*, narrow, halve, shed:shed:shed*, diminish, curb, curtail,
      minimise, minimize, downsize, scale back, pare, squeeze, depress, erode, shorten, dent, dismiss, settle,
      resolve, throw out:threw out:thrown out, drag down, bring down:brought down:brought down,
      cut back:cut back:cut back, dampen, prune, axe, shave, suspend, scrap*, eliminate, discontinue`,
    words: 'reduction, reductions, cuts, contraction',
  },
  {
    direction: 1,
    place: 'object',
    verbs: 'open, create, add, launch, save, extend',
  },
  {
    direction: -1,
    place: 'object',
    verbs: `
      close, shut:shut:shut*, stop*, lose:lost:lost, shutter, mothball, idle, reject, repay:repaid:repaid,
      pay down:paid down:paid down, pay off:paid off:paid off`,
  },
  {
    direction: 1,
    place: 'comparative',
    words: `
      higher, larger, bigger, greater, more, faster, stronger, record, record-high, brisker, additional, rising,
      more than a year earlier, more than a year ago, more than a year before, more than last year,
      higher than expected, higher-than-expected, above expectations, higher than forecast, above forecast, growing,
      increasing, increased, expanding, soaring, surging, high`,
  },
  {
    direction: -1,
    place: 'comparative',
    words: `
      lower, smaller, less, fewer, slower, weaker, falling, declining, decreasing, decreased, shrinking, reduced,
      low, less than a year earlier, less than a year ago, less than a year before, less than last year,
      lower than expected, lower-than-expected, below expectations, smaller than expected, smaller-than-expected,
      lower than forecast, below forecast, fewer than expected, dwindling, sluggish, lacklustre, lackluster, subdued,
      soft, sliding, slumping`,
  },
];
