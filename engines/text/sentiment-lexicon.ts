/*
 * Our own lexicon of finance English, chosen by meaning. Three strengths only: 0.5 weak, 1 plain, 1.5 strong.
 * Entries are separated by commas. A verb stands as "base", "base:past:participle" if irregular, with "*" where its
 * last consonant doubles; its other forms are derived.
 */

/** Nouns whose size has a meaning: more of them is good (+1) or bad (−1). */
export const MEASURES: readonly { readonly polarity: 1 | -1; readonly weight: number; readonly nouns: string }[] = [
  {
    polarity: 1,
    weight: 1.5,
    nouns: `profit, profits, profitability, earnings, ebit, ebita, ebitda, eps, earnings per share, profit before tax, profit before taxes,
      profit per share, net income, operating income, operating result, pretax result, pre-tax result, result before taxes, result,
      net result, results, bottom line, profit after tax, profit for the period, operating margin, operating profit margin, guidance,
      outlook, profit forecast, earnings forecast, full-year forecast`,
  },
  {
    polarity: 1,
    weight: 1,
    nouns: `sales, sale of, net sales, turnover, revenue, revenues, income, dividend, dividends, payout, margin, margins, gross margin, demand, orders,
      order, order book, order intake, order backlog, backlog, bookings, market share, share of the market, volume, volumes, traffic,
      passenger, passengers, visitors, subscribers, customers, users, exports, export, shipments, shipment, deliveries, output,
      production, cash flow, cash flows, cash, liquidity, solvency, equity ratio, return on equity, return on capital, return on investment, return, returns, roce,
      roe, roi, share price, stock price, shares, share, stock, stocks, index, price target, target price, credit rating, rating,
      forecast, forecasts, target, targets, estimate, estimates, growth, efficiency, productivity, competitiveness, performance, invoicing, gdp, economy,
      savings, saving, cost savings, synergies, occupancy, occupancy rate, load factor, utilisation, utilization, confidence, sentiment, trust,
      gains, gain, surplus, assets under management, same-store sales, funding, investment, investments, spending, consumption, sold, flew, carried,
      prospects, visibility, quality, satisfaction, reliability, loyalty, popularity, footfall, premiums, net asset value, advertising, lending, deposits, valuation,
      futures, yield, bitcoin, bond, bonds, loans, starts, capacity, presence, position, market position, offering, staff, jobs, job, personnel, workforce, headcount, employees, workers,
      positions, posts, number of employees, net interest income, interest income, commission income, premium income, fee income, rental income, operating revenue, top line, topline, gross profit, free cash flow, operating cash flow, pipeline, tonnage, cargo, freight,
      sales volume, sales volumes, unit sales, registrations, subscriptions, subscriber base, customer base, client base, circulation, audience, viewers, readers, readership, downloads, membership, members, clients, reservations, arrivals, overnight stays, rents, fair value, book value, capital adequacy, capital adequacy ratio, capital ratio,
      tier 1 ratio, trade surplus, permits, industrial production, retail sales, car sales, new orders, reach, penetration, expertise, know-how, flexibility, safety, security, balance sheet, financial position, reputation, leadership, purchasing power, service level, service offering, product range, product offering, product portfolio, competitive position, activities, resources, reserves, energy efficiency, cost efficiency, cooperation, partnership, relationship,
      footprint, take-up, uptake, interest in, foothold`,
  },
  {
    polarity: 1,
    weight: 0.5,
    nouns: `price, prices, number, imports, capital, share capital, market, markets, network, value, sector, business,
      operations, activity, range, portfolio, ownership, stake, holding, level, levels, rate, units, brand, awareness, project, start-ups, throughput, speed, coverage`,
  },
  {
    polarity: -1,
    weight: 1.5,
    nouns: `loss, losses, net loss, operating loss, pretax loss, pre-tax loss, loss per share, loss for the period, deficit, shortfall,
      write-down, write-downs, writedown, writedowns, impairment, impairments, write-off, write-offs, bad loans, defaults`,
  },
  {
    polarity: -1,
    weight: 1,
    nouns: `cost, costs, operating costs, expense, expenses, expenditure, expenditures, debt, debts, net debt, gearing, charges, liabilities, unemployment, jobless claims, claims, claim, damages, lawsuit, lawsuits, litigation, suit, probe, investigation, case, complaint, dispute, shortage, shortages, headwinds, problems, difficulties, vacancy rate, vacancies, tensions, fears, concerns, worries, arrears, indebtedness, restrictions, errors, defects, bottlenecks, backlash, complaints,
      injuries, injury cases, accidents, delays, risk, risks, churn, cancellations, inflation, taxes, tax, tariffs, tariff, expense ratio, combined ratio,
      cost ratio, bankruptcies, insolvencies, foreclosures, delinquencies, provisions, fuel prices, energy prices, oil prices, raw material prices, material prices,
      input prices, steel prices, gas prices, fees, penalties, fines, emissions, waste, downtime, operating expenses, labour costs, labor costs, production costs, personnel costs, financing costs, capital expenditure, lead times, delivery times, processing time, turnaround time, response times, rejections, burdens, dependency, non-performing loans, charge-offs, greenhouse gas, carbon dioxide, scrap rate, attrition, consumption of energy, energy consumption, fuel consumption, interest rates,
      volatility, uncertainty, overcapacity, competition, short interest, dependence, need for, pollution, payback`,
  },
];

/** What can be opened or closed. */
export const SITES = 'plant, plants, mill, mills, factory, factories, store, stores, shop, shops, branches, facility, facilities, site, sites, warehouse, warehouses, mine, mines, line, lines, units, outlets, office, offices';

/**
 * Words that move a measure. "intransitive": the measure is the subject ("sales rose") or follows in/of ("a rise in
 * sales"); "transitive": the object if there is one ("cut costs"); "comparative": the noun beside it ("lower costs").
 */
export const MOVES: readonly { readonly direction: 1 | -1; readonly place: 'intransitive' | 'transitive' | 'object' | 'comparative'; readonly words?: string; readonly verbs?: string }[] = [
  {
    direction: 1,
    place: 'intransitive',
    verbs: `rise:rose:risen, grow:grew:grown, jump, surge, soar, climb, rocket, skyrocket, swell, leap, rally, rebound, spike, escalate, balloon, advance, tick up, edge up,
      edge higher, go up:went up:gone up, pick up, shoot up:shot up:shot up, accelerate, outpace, appreciate, outperform`,
    words: 'gained, gaining, upturn, uptick, up, above, over-subscribed, upside',
  },
  {
    direction: -1,
    place: 'intransitive',
    verbs: `fall:fell:fallen, decline, drop*, slip*, slide:slid:slid, sink:sank:sunk, plunge, plummet, tumble, dive, slump, dip*, shrink:shrank:shrunk, dwindle, recede, ebb, retreat, crash,
      collapse, weaken, deteriorate, go down:went down:gone down, come down:came down:come down, edge down, edge lower, tick down, decelerate, depreciate, underperform, slow, slow down, slowdown, abate, nosedive, crater, erode, evaporate, lag*, ease`,
    words: 'contracted, to contract, will contract, would contract, contracts by, downturn, down, below, under pressure, underwater',
  },
  {
    direction: 1,
    place: 'transitive',
    verbs: `increase, raise, boost, lift, hike, double, triple, treble, quadruple, expand, widen, exceed, strengthen, surpass, enlarge, broaden, multiply, grow:grew:grown, maximise, maximize, upsize, push up, drive up:drove up:driven up, speed up:sped up:sped up, enhance, deepen, step up`,
    words: 'tops, topped, expansion, doubling',
  },
  {
    direction: -1,
    place: 'transitive',
    verbs: `decrease, reduce, cut:cut:cut*, lower, slash, trim*, narrow, halve, shed:shed:shed*, diminish, curb, curtail, minimise, minimize, downsize, scale back, pare, squeeze, depress, erode, shorten, dent, dismiss, settle, resolve, throw out:threw out:thrown out, drag down, bring down:brought down:brought down,
      cut back:cut back:cut back, dampen, prune, axe, shave, suspend, scrap*, eliminate, discontinue`,
    words: 'reduction, reductions, cuts, contraction',
  },
  { direction: 1, place: 'object', words: 'build, builds, built', verbs: 'open, create, add, launch, save' },
  { direction: -1, place: 'object', verbs: 'close, shut:shut:shut*, stop*, lose:lost:lost, shutter, mothball, idle, reject, repay:repaid:repaid, pay down:paid down:paid down, pay off:paid off:paid off' },
  {
    direction: 1,
    place: 'comparative',
    words: 'higher, larger, bigger, greater, more, faster, stronger, record, record-high, brisker, additional, rising, growing, increasing, increased, expanding, soaring, surging, high',
  },
  {
    direction: -1,
    place: 'comparative',
    words: 'lower, smaller, less, fewer, slower, weaker, falling, declining, decreasing, decreased, shrinking, reduced, low, dwindling, sluggish, lacklustre, lackluster, subdued, soft, sliding, slumping',
  },
];

/** Words that are good or bad by themselves. */
export const TONES: readonly { readonly value: number; readonly verbs?: string; readonly words?: string }[] = [
  {
    value: 1.5,
    verbs: 'thrive, flourish, excel*, beat:beat:beaten, outshine:outshone:outshone',
    words: `upgraded, upgrades, upgrade to, rating upgrade, analyst upgrade, record high, all-time high, record profit, best ever, best result, best financial result, best year, profitable, returned to profit, return to profit, swung to profit,
      swings to profit, turned profitable, better than expected, better-than-expected, above expectations, stronger than expected, higher than expected, ahead of expectations, tops estimates, stellar, blockbuster, in the black, beat expectations`,
  },
  {
    value: 1,
    verbs: `expand, broaden, achieve, attain, bear fruit:bore fruit:borne fruit, get approval:got approval:got approval, gain approval, win approval:won approval:won approval, stabilise, stabilize, reopen, revive, resume, progress, accelerate, close higher, end higher, finish higher, settle higher, trade higher, open higher, improve, strengthen, win:won:won*, recover, benefit, outdo:outdid:outdone, prosper, reward, bolster, revitalise, revitalize, exceed expectations`,
    words: `leading, improvement, improvements, strong, stronger, robust, solid, healthy, positive, favorable, favourable, favorably, favourably, better, best result, best results, best quarter, best month, best performance, at its best, excellent, successful, successfully,
      success, recovery, satisfied, pleased, happy, delighted, glad, proud, excited, awarded, awards, impressive, good, great, profitably, brisk, buoyant, upbeat, optimistic, bullish, breakthrough, milestone,
      won, winner, competitive advantage, advantage, opportunity, opportunities, efficient, efficiently, gains, outperform rating, overweight, buy rating, buy recommendation, strong buy, succeeded in, succeeds in, fda approves, fda approval, fda clearance, fda clears, approved by the fda, regulatory approval, marketing approval, cost savings, annual savings, buyback, buy-back, savings, more efficient, exceeded expectations, synergy, synergies, booming, boom, attractive, honored, honoured, rewarded, popular, well-positioned, enthusiasm, windfall, added value,
      cost-effective, momentum, strongly, promising, lucrative, rosy, environmentally friendly, turnaround, boost, rewarding, oversubscribed, world-class, market leader, market leaders, will supply, to supply, will deliver, selected by, selected as, chosen by, chosen as, chosen for, selected for, will provide, reliable, well received, well-received,
      superior, fantastic, exceptional, superb, perfect, bestseller, best-selling, tailwind, tailwinds, upswing, revival, revived, rebounding, encouraging, encouraged, satisfactory, satisfying, satisfied with, cost-efficient, cost effectiveness, cost-effectiveness, beneficial, advantageous, fruitful, remarkable, exciting, wonderful, tremendous, excellently, invaluable, commended, thrilled, honour, honor, celebrates, join forces, joins forces, well-known brand, sought-after, unrivalled, unmatched, unparalleled, renowned, fully booked, oversubscribed, sustainable growth, win customers, brings savings, eases, high demand, great success, big win, cost efficiency, debt-free,
      on track, ahead of schedule, ahead of plan, prestigious, praised, praise, preferred supplier, new customers, new orders, new heights, well positioned, good position, record sales, record revenue, record order, record orders, record quarter, record year, rated buy, buy from hold, buy from neutral, outperform from, initiated at buy, record result, record earnings, fastest-growing, fast-growing, award-winning, leading position, market-leading, market leadership, number one, strongest, more profitable, more competitive, more cost-effective, faster growth, further growth, significant growth, rapid growth, growth opportunities, growth potential, new business, major order, significant order, large order, repeat order, follow-on order, follow-up order, order from, orders from, breakthrough order, pleasure, congratulate, valuable, well under way, energy-saving, energy saving, energy-efficient, cheaper, safer, simpler, easily, breakthroughs, enthusiastic, trailblazing,
      stabilised, stabilized, stabilisation, stabilization, accretive, windfalls, upward, rewarding, growth market, growing market, gained ground, gains ground, outstripped, overcome, overcame, highest ever, for the better, win-win, competitive edge, solid growth, strong growth, profitable growth, sold out, raises its stake`,
  },
  {
    value: 0.5,
    verbs: `enable, enhance, upgrade, secure, modernise, modernize, renew, support, help, launch, optimise, optimize, facilitate`,
    words: `best, award, streamline, streamlines, streamlining, streamlined, competitive, resilience, resilient, simplify, simplifies, approval, approved, approves, innovative, strength, effective, easy, easier, fast, faster, flexible, growth, largest, leader, ideal, important, partnership, advanced, modern,
      enjoy, trusted, high-quality, unique, safe, confident, welcome, competitiveness, stable, significant, long-term, strategic, award-winning, recognized, recognised, quality, selected, chosen, dividend, able to, potential, promise, exclusive, proven, pioneer, smooth, comfortable, useful, versatile, intuitive, affordable, convenient, smart, sustainable, prominent, premier, sound, suitable, appreciated, appreciate, enjoyable, stylish, dependable, durable, refined, responsive, talented, love, loved, dynamic, creative, friendly, elegant, handy, notable, empower, enrich, complement, complements, reduced emissions, superiority, ensure, ensures, ensuring, well suited, well-suited, expertise`,
  },
  {
    value: -1.5,
    verbs: 'downgrade, lay off:laid off:laid off, go bankrupt:went bankrupt:gone bankrupt',
    words: `profit warning, bankruptcy, bankrupt, insolvency, insolvent, fraud, layoff, layoffs, lay-off, lay-offs, redundancies, redundant, job cuts, job losses, staff cuts, fell short, falls short, fall short, falling short, worse than expected,
      worse-than-expected, below expectations, weaker than expected, lower than expected, in the red, warns on profit, cuts guidance, meltdown, crisis, default, defaulted, recession, sell-off, selloff, going concern, delisting, delisted, misconduct, embezzlement, ponzi, scandal, turned to a loss`,
  },
  {
    value: -1,
    verbs: `close lower, end lower, finish lower, settle lower, trade lower, open lower, miss, warn, fail, suffer, hurt:hurt:hurt, harm, damage, threaten, halt, dismiss, terminate, burden, disappoint, struggle, worsen, steal:stole:stolen, ban*, blame, breach, delay, disrupt, stall, hamper, hinder, plague, weigh on, impair, grapple, allege, accuse, destroy, run out of:ran out of:run out of, violate, boycott, withdraw:withdrew:withdrawn,
      cancel*, reject, devalue, lose ground:lost ground:lost ground, shut down:shut down:shut down, shutter, close down, write off:wrote off:written off, write down:wrote down:written down, undermine, jeopardise, jeopardize, backfire, protest, interrupt, restate, downsize, oppose, languish, stagnate, plead guilty:pleaded guilty:pleaded guilty, convict, hit hard:hit hard:hit hard, delist, abandon, shelve, abort, infringe, drag on, drag down, scuttle, furlough, penalise, penalize, liquidate, explode, injure, overcharge, mislead:misled:misled, default on`,
    words: `fail to, fails to, failed to, failing to, unable to, sue, sues, sued, suing, loss-making, weak, weakness, weaker, poor, poorly, bad, worse, worst, negative, negatively, unfavorable, unfavourable, adverse, adversely, difficult, difficulties, difficulty, tough, challenging, threat, dispute, lawsuit, litigation, probe, investigation, strike, close-down, closure, closures, shutdown, disappointing,
      disappointment, failure, decline, damage, damages, damaging, harmful, toxic, problem, problems, trouble, troubled, troubles, uncertain, unstable, inconsistent, pessimistic, bearish, gloomy, gloom, concern, concerns, worry, worries, worried, worrying, fears, fear, hit by, hardest hit, invalid, illegal, unlawful, penalty,
      setback, slack, sell rating, underweight, underperform rating, shortage, shortages, scam, theft, stolen, stole, hacked, breach, misleading, cyberattack, outage, resigns amid, headwinds, headwind, turmoil, slump, underperforming, bogus, drawback, recalls, recalled, recall of, product recall, casts a cloud, casting a cloud, cloud over, too high, too low,
      severe, severely, overcapacity, bottleneck, unprofitable, missed, halted, cease, ceased, refused, overpriced, unsold, idle, idled, warning, burdened, sanctions, indicted, subpoena, guilty, violations, injunction, disagreement, fallers, laggard, unsustainable, costly, dilutive, distress, distressed, antitrust, hostile, fatal, accident, collapsed, cannibalise, lawsuits, blocked, barred, mixed, fined, defect, defects, defective, explosion, deaths, spill, contamination, contaminated, overrun, overruns, backlash, corruption, bribery, bribe, laundering, cartel, price-fixing, infringement,
      liquidation, receivership, junk, bleak, grim, dire, dismal, anaemic, anemic, fragile, tepid, muted, lukewarm, inferior, obsolete, outdated, walkout, exodus, embargo, standstill, deadlock, impasse, stagnant, stagnation, unfavourably, unrest, no growth, slowdown, downbeat, panic, rout, plight, red ink, rated sell, initiated at sell, loses share, delayed, behind schedule, behind plan, cost overruns, below target, below plan, less than expected, slower than expected, smaller than expected, disappoints, no profit, negative outlook, outlook negative, negative impact, negative effect, unable, hit hard, blow to, damaging, evacuated, illness, outbreak, pandemic, lockdown, war, invasion, conflict, crackdown, tension, write-downs, capital loss, money trouble, fire-sale, fire sale, short of, undershot, undercapitalised, undercapitalized, weaker demand,
      tumbling, plunging, plummeting, delay, delays, deterioration, worsening, loses, lost, losing, unfair, overvalued, misses, shutdowns, power cuts, cutbacks, hard hit, badly, unsuccessful, unsuccessfully, sabotage, burden, discontinued, suspended, blackout`,
  },
  {
    value: -0.5,
    verbs: 'resign, quit:quit:quit*, fluctuate, postpone, restructure, divest',
    words: `sell, neutral rating, cautious, volatile, slow, contrary, restructuring, negotiations on cutting, unable, lack, risk, risks, challenge, challenges, complicated, pressure, unexpected, limited, temporarily, employee negotiations`,
  },
];

/** New business: a verb of the first list with a noun of the second one near it. */
export const CLOSINGS = 'sign, seal, land, receive, secure, enter into, enter, conclude, ink, book, clinch, bag*, reach, obtain, strike:struck:struck, extend, renew';
export const LOSINGS = 'lose:lost:lost, cancel*, terminate, forfeit';
export const DEALS = `agreement, agreements, contract, contracts, deal, deals, memorandum, memorandum of understanding, letter of intent, partnership, order, orders, cooperation agreement,
  co-operation agreement, supply agreement, framework agreement, licence agreement, license agreement`;

/** Phrases whose words mean something else here. */
export const IGNORED = `home improvement, contract manufacturer, contract manufacturing, loss prevention, strike price, best regards, stock exchange, stock exchange release, stock option, stock options, share issue, number of shares,
  in order to, more than, less than, up to, high quality, high-quality, high performance, top management, market cap, sales office, sales offices, sales unit, sales units, sales and marketing, marketing and sales, growth strategy, short tons, as well as, sell-side,
  press release, cost of, order of, at least, at most, a maximum of, maximum of, a total of, a minimum of, employee representatives, rest of, at the end of, well known, share capital, lower house, upper house, high street, high court, low cost, low-cost, savings account, chemical recovery, metals recovery, heat recovery, debt recovery, too optimistic, quality control, long position, net asset`;

/** What they introduce counts half. */
export const SUBORDINATES = 'while, whereas, although, though, even as, even though, as its, as the, as it';

export const RATINGS = 'buy, sell, hold, neutral, overweight, underweight, equal-weight, outperform, underperform, accumulate, reduce';

/** Turn the sign of what follows within three words. */
export const NEGATORS = `not, no, never, without, neither, nor, none, cannot, hardly, barely, unable to, fail to, fails to, failed to, failing to, no longer, nothing, rather than, instead of, unlikely to, less likely to,
  despite, refused to, refuses to, prevent, prevents, prevented, avoid, avoids, avoided`;

/** What follows is the earlier or other value, not the topic. */
export const COMPARERS = 'compared to, compared with, as compared to, as compared with, versus, vs, from, against, than, in comparison to, in comparison with';

/** What follows qualifies the measure and is not the topic. */
export const ASIDES = 'excluding, including, before, after, due to, because of, owing to, despite, on the back of, net of, adjusted for, thanks to, besides, amid';

/** Verbs that end in a state: "swung to a loss". */
export const TURNS = 'swing:swung:swung, turn, slip*, move, return, shift, switch, fall:fell:fallen, sink:sank:sunk, go:went:gone, plunge, slide:slid:slid';
