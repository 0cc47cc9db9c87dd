/** Words that are good or bad by themselves. */
export const TONES: readonly { readonly value: number; readonly verbs?: string; readonly words?: string }[] = [
  {
    value: 1.5,
    verbs: 'thrive, flourish, excel*, beat:beat:beaten, outshine:outshone:outshone',
    words: `
      upgraded, upgrades, upgrade to, rating upgrade, analyst upgrade, record high, all-time high, record profit, best
      ever, best result, best financial result, best year, profitable, returned to profit, return to profit, swung to
      profit, swings to profit, turned profitable, better than expected, better-than-expected, above expectations,
      stronger than expected, higher than expected, ahead of expectations, tops estimates, stellar, blockbuster, in
      the black, beat expectations`,
  },
  {
    value: 1,
    verbs: `
      expand, broaden, achieve, attain, bear fruit:bore fruit:borne fruit, get approval:got approval:got approval,
      gain approval, win approval:won approval:won approval, stabilise, stabilize, reopen, revive, resume, progress,
      accelerate, close higher, end higher, finish higher, settle higher, trade higher, open higher, improve,
      strengthen, win:won:won*, recover, benefit, outdo:outdid:outdone, prosper, reward, bolster, revitalise,
      revitalize, exceed expectations`,
    words: `
      leading, improvement, improvements, strong, stronger, robust, solid, healthy, positive, favorable, favourable,
      favorably, favourably, better, best result, best results, best quarter, best month, best performance, at its
      best, excellent, successful, successfully, success, recovery, satisfied, pleased, happy, delighted, glad, proud,
      excited, awarded, awards, impressive, good, great, profitably, brisk, buoyant, upbeat, optimistic, bullish,
      breakthrough, milestone, won, winner, competitive advantage, advantage, opportunity, opportunities, efficient,
      efficiently, gains, outperform rating, overweight, buy rating, buy recommendation, strong buy, succeeded in,
      succeeds in, fda approves, fda approval, fda clearance, fda clears, approved by the fda, regulatory approval,
      marketing approval, cost savings, annual savings, buyback, buy-back, savings, more efficient, exceeded
      expectations, synergy, synergies, booming, boom, attractive, honored, honoured, rewarded, popular,
      well-positioned, enthusiasm, windfall, added value, cost-effective, momentum, strongly, promising, lucrative,
      rosy, environmentally friendly, turnaround, boost, rewarding, oversubscribed, world-class, market leader, market
      leaders, will supply, to supply, will deliver, selected by, selected as, chosen by, chosen as, chosen for,
      selected for, will provide, reliable, well received, well-received, superior, fantastic, exceptional, superb,
      perfect, bestseller, best-selling, tailwind, tailwinds, upswing, revival, revived, rebounding, encouraging,
      encouraged, satisfactory, satisfying, satisfied with, cost-efficient, cost effectiveness, cost-effectiveness,
      beneficial, advantageous, fruitful, remarkable, exciting, wonderful, tremendous, excellently, invaluable,
      commended, thrilled, honour, honor, celebrates, join forces, joins forces, well-known brand, sought-after,
      unrivalled, unmatched, unparalleled, renowned, fully booked, sustainable growth, win customers, brings savings,
      eases, high demand, great success, big win, cost efficiency, debt-free, on track, ahead of schedule, ahead of
      plan, prestigious, praised, praise, preferred supplier, new customers, new orders, new heights, well positioned,
      good position, record sales, record revenue, record order, record orders, record quarter, record year, rated
      buy, buy from hold, buy from neutral, outperform from, initiated at buy, record result, record earnings,
      fastest-growing, fast-growing, award-winning, leading position, market-leading, market leadership, number one,
      strongest, more profitable, more competitive, more cost-effective, faster growth, further growth, significant
      growth, rapid growth, growth opportunities, growth potential, new business, major order, significant order,
      large order, repeat order, follow-on order, follow-up order, order from, orders from, breakthrough order,
      pleasure, congratulate, valuable, well under way, energy-saving, energy saving, energy-efficient, cheaper,
      safer, simpler, easily, breakthroughs, enthusiastic, trailblazing, stabilised, stabilized, stabilisation,
      stabilization, accretive, windfalls, upward, growth market, growing market, gained ground, gains ground,
      outstripped, overcome, overcame, highest ever, for the better, win-win, competitive edge, solid growth, strong
      growth, profitable growth, sold out, raises its stake, become the largest, becomes the largest, becoming the
      largest, become the leading, becomes the leading, state-of-the-art, cutting-edge, well equipped, well-equipped,
      well placed, well-placed, prime location, track record, healthier, moving forward, great potential, picked up
      speed, gains momentum, gathers pace, gathering pace, on the rise, on the mend, back on track, bottomed out,
      turned the corner, good start, beyond expectations, full capacity, fully utilised, fully utilized, fully
      subscribed, customer satisfaction, satisfied customers, higher-than-expected, stronger-than-expected,
      faster-than-expected, special dividend, extra dividend, generous, highest level, historic high, new high, record
      level, record levels, record-breaking, strong position, strong foothold, dominant position, vote of confidence,
      endorsement, endorsed, endorses, thumbs up, green light, go-ahead, cleared the way, paves the way, paving the
      way, paved the way, lifeline, relief, relieved, reassured, reassuring, best-in-class, best in class, second to
      none, greener, cleaner, quieter, smarter, quicker, time-saving, saves time, saves money, new jobs, winning,
      wins, prize, prizes, top-rated, high-margin, improved, crucial advantage, well known for, flying start, bumper,
      hefty profit, tidy profit, in high demand, in great demand, sparkling, glowing, hailed, applauded, applauds,
      lauded, eagerly awaited, long-awaited, warmly welcomed, welcomes, welcomed, lived up to, in good shape, good
      shape, good health, financially sound, safeguards, safeguard, safeguarding, pays off, paid off handsomely,
      reaping, reaps, gained approval, overfulfilled, upped its, record-setting, stronger position, growth driver,
      growth drivers, lift restrictions, lifts restrictions, lifted restrictions, lifting restrictions, lift the ban,
      lifts the ban, lift ban, lifts ban, lifted the ban, lift sanctions, lifts sanctions, lifts tariffs, untapped,
      lucrative contract, self-sufficient`,
  },
  {
    value: 0.5,
    verbs: `
      enable, enhance, upgrade, secure, modernise, modernize, renew, support, help, launch, optimise, optimize,
      facilitate`,
    words: `
      best, award, streamline, streamlines, streamlining, streamlined, competitive, resilience, resilient, simplify,
      simplifies, approval, approved, approves, innovative, strength, effective, easy, easier, fast, faster, flexible,
      growth, largest, leader, ideal, important, partnership, advanced, modern, enjoy, trusted, high-quality, unique,
      safe, confident, welcome, competitiveness, stable, significant, long-term, strategic, award-winning, recognized,
      recognised, quality, selected, chosen, dividend, able to, potential, promise, exclusive, proven, pioneer,
      smooth, comfortable, useful, versatile, intuitive, affordable, convenient, smart, sustainable, prominent,
      premier, sound, suitable, appreciated, appreciate, enjoyable, stylish, dependable, durable, refined, responsive,
      talented, love, loved, dynamic, creative, friendly, elegant, handy, notable, empower, enrich, complement,
      complements, reduced emissions, superiority, ensure, ensures, ensuring, well suited, well-suited, expertise,
      innovation, innovations, pioneering, flagship, confidence, user-friendly, eco-friendly, preferred, dominant,
      longer-lasting, long-lasting, reliability, efficiency, excellence, tailor-made, hassle-free, trustworthy,
      top-class, first-class, professional, motivated, skilled, experienced, capable`,
  },
  {
    value: -1.5,
    verbs: 'downgrade, lay off:laid off:laid off, go bankrupt:went bankrupt:gone bankrupt',
    words: `
      profit warning, bankruptcy, bankrupt, insolvency, insolvent, fraud, layoff, layoffs, lay-off, lay-offs,
      redundancies, redundant, job cuts, job losses, staff cuts, fell short, falls short, fall short, falling short,
      worse than expected, worse-than-expected, below expectations, weaker than expected, lower than expected, in the
      red, warns on profit, cuts guidance, meltdown, crisis, default, defaulted, recession, sell-off, selloff, going
      concern, delisting, delisted, misconduct, embezzlement, ponzi, scandal, turned to a loss`,
  },
  {
    value: -1,
    verbs: `
      close lower, end lower, finish lower, settle lower, trade lower, open lower, miss, warn, fail, suffer,
      hurt:hurt:hurt, harm, damage, threaten, halt, dismiss, terminate, burden, disappoint, struggle, worsen,
      steal:stole:stolen, ban*, blame, breach, delay, disrupt, stall, hamper, hinder, plague, weigh on, impair,
      grapple, allege, accuse, destroy, run out of:ran out of:run out of, violate, boycott,
      withdraw:withdrew:withdrawn, cancel*, reject, devalue, lose ground:lost ground:lost ground, shut down:shut
      down:shut down, shutter, close down, write off:wrote off:written off, write down:wrote down:written down,
      undermine, jeopardise, jeopardize, backfire, protest, interrupt, restate, downsize, oppose, languish, stagnate,
      plead guilty:pleaded guilty:pleaded guilty, convict, tumble, plunge, plummet, slump, nosedive, crash, hit
      hard:hit hard:hit hard, arrest, indict, delist, abandon, shelve, abort, infringe, drag on, drag down, scuttle,
      furlough, penalise, penalize, liquidate, explode, injure, overcharge, mislead:misled:misled, default on`,
    words: `
      fail to, fails to, failed to, failing to, unable to, sue, sues, sued, suing, loss-making, weak, weakness,
      weaker, poor, poorly, bad, worse, worst, negative, negatively, unfavorable, unfavourable, adverse, adversely,
      difficult, difficulties, difficulty, tough, challenging, threat, dispute, lawsuit, litigation, probe,
      investigation, strike, close-down, closure, closures, shutdown, disappointing, disappointment, failure, decline,
      damage, damages, damaging, harmful, toxic, problem, problems, trouble, troubled, troubles, uncertain, unstable,
      inconsistent, pessimistic, bearish, gloomy, gloom, concern, concerns, worry, worries, worried, worrying, fears,
      fear, hit by, hit with, slapped with, hardest hit, invalid, illegal, unlawful, penalty, setback, slack, sell
      rating, underweight, underperform rating, shortage, shortages, scam, theft, stolen, stole, hacked, breach,
      misleading, cyberattack, outage, resigns amid, headwinds, headwind, turmoil, slump, underperforming, bogus,
      drawback, recalls, recalled, recall of, product recall, casts a cloud, casting a cloud, cloud over, too high,
      too low, severe, severely, overcapacity, bottleneck, unprofitable, missed, halted, cease, ceased, refused,
      overpriced, unsold, idle, idled, warning, burdened, sanctions, indicted, subpoena, guilty, violations,
      injunction, disagreement, fallers, laggard, unsustainable, costly, dilutive, distress, distressed, antitrust,
      hostile, fatal, accident, collapsed, cannibalise, lawsuits, blocked, barred, mixed, fined, defect, defects,
      defective, explosion, deaths, spill, contamination, contaminated, overrun, overruns, backlash, corruption,
      bribery, bribe, laundering, cartel, price-fixing, infringement, liquidation, receivership, junk, bleak, grim,
      dire, dismal, anaemic, anemic, fragile, tepid, muted, lukewarm, inferior, obsolete, outdated, walkout, exodus,
      embargo, standstill, deadlock, impasse, stagnant, stagnation, unfavourably, unrest, no growth, slowdown,
      downbeat, panic, rout, plight, red ink, rated sell, initiated at sell, loses share, delayed, behind schedule,
      behind plan, cost overruns, below target, below plan, less than expected, slower than expected, smaller than
      expected, disappoints, no profit, negative outlook, outlook negative, negative impact, negative effect, unable,
      hit hard, blow to, evacuated, illness, outbreak, pandemic, lockdown, war, invasion, conflict, crackdown,
      tension, write-downs, capital loss, money trouble, fire-sale, fire sale, short of, undershot, undercapitalised,
      undercapitalized, weaker demand, tumbling, plunging, plummeting, delay, delays, deterioration, worsening, loses,
      lost, losing, unfair, overvalued, misses, shutdowns, power cuts, cutbacks, hard hit, badly, unsuccessful,
      unsuccessfully, sabotage, burden, arrests, indictment, jailed, discontinued, suspended, blackout, downfall,
      disaster, disastrous, catastrophe, catastrophic, hardship, low demand, poor demand, slack demand, weak demand,
      overdue, unpaid, non-payment, breakdown, malfunction, malfunctions, glitch, glitches, faulty, flawed,
      criticised, criticized, criticism, complains, complained, angry, anger, outcry, controversy, controversial,
      regret, regrettable, regrets, apologises, apologizes, apology, unhappy, dissatisfied, dissatisfaction,
      frustrated, frustration, doubtful, sceptical, skeptical, scepticism, skepticism, unfortunately, stuck, stranded,
      side effects, nausea, killed, died, record low, all-time low, historic low, new low, weaker-than-expected,
      lower-than-expected, slower-than-expected, smaller-than-expected, in free fall, freefall, free fall, loses
      ground, bottom fell, on the brink, brink of, verge of bankruptcy, cash-strapped, debt-ridden, debt-laden,
      beleaguered, embattled, ailing, struggling, crisis-hit, in jeopardy, at risk of, unprofitability, dissolved,
      wound up, laid-off, axed, withdrawn, scrapped, cancelled, canceled, no longer viable, fell through, falls
      through, unviable, uncompetitive, noncompliance, non-compliance, downbeat outlook, cloudy, murky, sour, soured,
      sluggishness`,
  },
  {
    value: -0.5,
    verbs: 'resign, quit:quit:quit*, fluctuate, postpone, restructure, divest',
    words: `
      sell, neutral rating, cautious, volatile, slow, contrary, restructuring, negotiations on cutting, unable, lack,
      risk, risks, challenge, challenges, complicated, pressure, unexpected, limited, temporarily, employee
      negotiations`,
  },
];
