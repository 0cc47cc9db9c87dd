/* What says the same in headlines, and what says the opposite; chosen by meaning. */

/** Words of one meaning, named by the first; a semicolon ends a meaning. */
export const SYNONYMS = `
  rise rises rose rising risen jump jumps jumped surge surges surged surging soar soars soared climb climbs climbed
  gain gains gained rally rallies rallied up higher advance advances advanced pop pops popped spike spikes spiked
  rebound rebounds grow grows grew growth skyrocket skyrockets leap leaps leapt; fall falls fell falling fallen drop
  drops dropped decline declines declined slide slides slid slip slips slipped sink sinks sank tumble tumbles
  tumbled plunge plunges plunged plummet plummets plummeted down lower dip dips dipped slump slumps slumped shed
  sheds crash crashes retreat retreats dive dives dived; beat beats beating top tops topped exceed exceeds exceeded
  surpass surpasses surpassed outperform outperforms above crush crushes smash smashes; miss misses missed trail
  trails trailed lag lags lagged below undershoot undershoots disappoint disappoints disappointed short; buy buys
  buying bought acquire acquires acquired acquiring acquisition purchase purchases purchased takeover buyout; sell
  sells selling sold divest divests divested offload offloads; raise raises raised hike hikes hiked lift lifts
  lifted boost boosts boosted increase increases increased; cut cuts cutting slash slashes slashed reduce reduces
  reduced trim trims trimmed decrease decreases decreased lowers lowered lowering; layoff layoffs redundancy
  redundancies; job jobs workforce staff employee employees worker workers role roles position positions headcount
  people; keep keeps kept hold holds held maintain maintains maintained steady; investor investors shareholder
  shareholders stockholder stockholders holders; hire hires hired hiring add adds added; profit profits earnings
  income bottom-line; loss losses deficit; revenue revenues sales turnover top-line; estimate estimates expectation
  expectations consensus view views; forecast forecasts guidance outlook projection projections; share shares stock
  stocks equity; quarter quarterly; year annual yearly full-year; launch launches launched unveil unveils unveiled
  introduce introduces introduced release releases released debut debuts reveal reveals; name names named appoint
  appoints appointed tap taps tapped pick picks picked; resign resigns resigned resignation quit quits depart
  departs departure exit exits leave leaves leaving step steps; sue sues sued lawsuit lawsuits suit; probe probes
  investigation investigate investigates investigating inquiry scrutiny; approve approves approved approval clear
  clears cleared clearance greenlight greenlights ok okays nod; reject rejects rejected rebuff rebuffs block blocks
  blocked refuse refuses refused veto vetoes; agree agrees agreed agreement deal pact accord; announce announces
  announced report reports reported post posts posted say says said; upgrade upgrades upgraded; downgrade downgrades
  downgraded; dividend dividends payout; buyback buybacks repurchase repurchases; bankruptcy bankrupt insolvency
  insolvent; ceo chief boss; company firm; merger merge merges combine combines tie-up; partnership partner partners partnering alliance;
  complete completes completed completing completion finalize finalizes finalized finalise finalises finalised; close closes closing closed shut
  shuts shutting shutter shutters shutdown; open opens opening opened; win wins won award awarded awards secure
  secures secured land lands; lose loses lost; begin begins began start starts started starting; end ends ended
  ending stop stops stopped halt halts halted suspend suspends suspended pause pauses paused; invest invests
  investing investment; plant plants factory factories facility; car cars vehicle vehicles auto autos; settle
  settles settled settlement; fine fines fined penalty penalties; warn warns warned warning; strong stronger
  strengthen strengthens strengthened robust solid stellar upbeat; weak weaker weaken weakens weakened sluggish soft
  tepid weakness; demand appetite; rate rates; record all-time; recall recalls recalled recalling; delay delays
  delayed postpone postpones postponed; fund funding funds financing; ipo listing flotation; hack hacked breach
  cyberattack; government govt; us u.s u.s.a usa america american americans; uk u.k britain british britain's; eu
  e.u; china chinese; japan japanese; germany german; france french; spain spanish; italy italian; russia russian;
  canada canadian; india indian; brazil brazilian; mexico mexican; korea korean; switzerland swiss; sweden swedish;
  norway norwegian; finland finnish; australia australian; europe european; bid offer offers bids; stake holding;
  oil crude; bond bonds debt notes; strike strikes walkout; tariff tariffs levy levies duties; billionaire tycoon;
  slow slows slowed slowing ease eases eased easing cool cools cooled cooling moderate moderates moderated; quicken
  quickens quickened accelerate accelerates accelerated; jet jets aircraft plane planes airliner airliners; global
  worldwide globally world; eurozone; plan plans planned planning intend intends aim aims eye eyes eyed; surprise
  unexpected unexpectedly surprising surprises; result results; spinoff spinoffs; ask asks asked urge urges urged
  call calls; high highest; low lowest; data figures; unit division arm subsidiary; expand expands expanded
  expanding expansion widen widens widened; narrow narrows narrowed shrink shrinks shrank`;

/** Phrases of one meaning, as "phrase = word". */
export const PHRASES = `
  federal reserve = fed, european central bank = ecb, bank of england = boe, bank of japan = boj, european union =
  eu, united states = us, united kingdom = uk, lay off = layoff, lays off = layoff, laid off = layoff, laying off =
  layoff, step down = resign, steps down = resign, stepping down = resign, stepped down = resign, declines to
  approve = reject, declined to approve = reject, refuses to approve = reject, turns down = reject, turned down =
  reject, call off = end, calls off = end, called off = end, pull out = end, data centre = datacenter, data center =
  datacenter, full year = year, all time high = record high, takes over = buy, snaps up = buy, rolls out = launch,
  opens probe = probe, chief executive officer = ceo, chief executive = ceo, chief financial officer = cfo, finance
  chief = cfo, initial public offering = ipo, job cuts = layoff, net income = profit, falls short of = miss, fell
  short of = miss, short of = miss, ahead of = ahead, hedge fund = hedge, private equity = buyoutfirm, sets record =
  record, new york = newyork, wall street = wallstreet, euro zone = eurozone, spin off = spinoff, spins off =
  spinoff, spinning off = spinoff, spun off = spinoff, around the world = worldwide, vw = volkswagen, gm = general
  motors, jp morgan = jpmorgan, jpmorgan chase = jpmorgan, berkshire hathaway = berkshire, bofa = bank of america,
  citi = citigroup, amex = american express, j&j = johnson & johnson, p&g = procter & gamble, advanced micro devices
  = amd, socgen = societe generale, eli lilly = lilly, delta air lines = delta, novo nordisk = novo, goldman sachs =
  goldman, nippon steel = nippon, taiwan semiconductor = tsmc, warren buffett = buffett, elon musk = musk, donald
  trump = trump, jerome powell = powell`;

/** If one title has the one and another the other, they say different things. */
export const OPPOSITES = `
  rise fall, beat miss, buy sell, raise cut, profit loss, approve reject, upgrade downgrade, open close, win lose,
  begin end, strong weak, agree reject, rise cut, raise fall, name resign, expand narrow, rise narrow, first last,
  long short, import export, bull bear, bullish bearish, before after, hawkish dovish, slow quicken, rise slow, high
  low, deny confirm, join resign, layoff hire, cut hire, keep raise, keep cut, keep rise, keep fall, resign keep,
  guilty acquitted, overweight underweight, rise miss, beat fall, record low, merger partnership, announce complete, plan complete, agree complete, delay launch,
  delay confirm, delay begin, delay complete`;
