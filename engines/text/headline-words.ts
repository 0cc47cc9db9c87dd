/* Words of headlines, chosen by meaning: what says the same, what says the opposite, and what says nothing. */

/** Each line is one meaning, named by its first word. */
export const SYNONYMS = `
rise rises rose rising risen jump jumps jumped surge surges surged surging soar soars soared climb climbs climbed gain gains gained rally rallies rallied up higher advance advances advanced pop pops popped spike spikes spiked rebound rebounds grow grows grew growth skyrocket skyrockets leap leaps leapt
fall falls fell falling fallen drop drops dropped decline declines declined slide slides slid slip slips slipped sink sinks sank tumble tumbles tumbled plunge plunges plunged plummet plummets plummeted down lower dip dips dipped slump slumps slumped shed sheds crash crashes retreat retreats dive dives dived
beat beats beating top tops topped exceed exceeds exceeded surpass surpasses surpassed outperform outperforms above crush crushes smash smashes
miss misses missed trail trails trailed lag lags lagged below undershoot undershoots disappoint disappoints disappointed short
buy buys buying bought acquire acquires acquired acquiring acquisition purchase purchases purchased takeover buyout
sell sells selling sold divest divests divested offload offloads
raise raises raised hike hikes hiked lift lifts lifted boost boosts boosted increase increases increased
cut cuts cutting slash slashes slashed reduce reduces reduced trim trims trimmed decrease decreases decreased lowers lowered lowering
layoff layoffs redundancy redundancies
job jobs workforce staff employee employees worker workers role roles position positions headcount people
keep keeps kept hold holds held maintain maintains maintained steady
investor investors shareholder shareholders stockholder stockholders holders
hire hires hired hiring add adds added
profit profits earnings income bottom-line
loss losses deficit
revenue revenues sales turnover top-line
estimate estimates expectation expectations consensus view views
forecast forecasts guidance outlook projection projections
share shares stock stocks equity
quarter quarterly
year annual yearly full-year
launch launches launched unveil unveils unveiled introduce introduces introduced release releases released debut debuts reveal reveals
name names named appoint appoints appointed tap taps tapped pick picks picked
resign resigns resigned resignation quit quits depart departs departure exit exits leave leaves leaving step steps
sue sues sued lawsuit lawsuits suit
probe probes investigation investigate investigates investigating inquiry scrutiny
approve approves approved approval clear clears cleared clearance greenlight greenlights ok okays nod
reject rejects rejected rebuff rebuffs block blocks blocked refuse refuses refused veto vetoes
agree agrees agreed agreement deal pact accord
announce announces announced report reports reported post posts posted say says said
upgrade upgrades upgraded
downgrade downgrades downgraded
dividend dividends payout
buyback buybacks repurchase repurchases
bankruptcy bankrupt insolvency insolvent
ceo chief
company firm
merger merge merges combine combines tie-up
close closes closing closed shut shuts shutting shutter shutters shutdown
open opens opening opened
win wins won award awarded awards secure secures secured land lands
lose loses lost
begin begins began start starts started starting
end ends ended ending stop stops stopped halt halts halted suspend suspends suspended pause pauses paused
invest invests investing investment
plant plants factory factories facility
car cars vehicle vehicles auto autos
settle settles settled settlement
fine fines fined penalty penalties
warn warns warned warning
strong stronger strengthen strengthens strengthened robust solid stellar upbeat
weak weaker weaken weakens weakened sluggish soft tepid weakness
demand appetite
rate rates
record all-time
recall recalls recalled recalling
delay delays delayed postpone postpones postponed
fund funding funds financing
ipo listing flotation
hack hacked breach cyberattack
government govt
us u.s u.s.a usa america american americans
uk u.k britain british britain's
eu e.u
china chinese
japan japanese
germany german
france french
spain spanish
italy italian
russia russian
canada canadian
india indian
brazil brazilian
mexico mexican
korea korean
switzerland swiss
sweden swedish
norway norwegian
finland finnish
australia australian
europe european
bid offer offers bids
stake holding
oil crude
bond bonds debt notes
strike strikes walkout
tariff tariffs levy levies duties
billionaire tycoon
slow slows slowed slowing ease eases eased easing cool cools cooled cooling moderate moderates moderated
quicken quickens quickened accelerate accelerates accelerated 
jet jets aircraft plane planes airliner airliners
global worldwide globally world
eurozone
plan plans planned planning intend intends aim aims eye eyes eyed
surprise unexpected unexpectedly surprising surprises
result results
spinoff spinoffs
ask asks asked urge urges urged call calls
high highest
low lowest
data figures
unit division arm subsidiary
expand expands expanded expanding expansion widen widens widened
narrow narrows narrowed shrink shrinks shrank
`;

/** Phrases of one meaning, as "phrase = word". */
export const PHRASES = `federal reserve = fed, european central bank = ecb, bank of england = boe, bank of japan = boj, european union = eu, united states = us, united kingdom = uk, lay off = layoff, lays off = layoff,
laid off = layoff, laying off = layoff, step down = resign, steps down = resign, stepping down = resign, stepped down = resign, declines to approve = reject, declined to approve = reject, refuses to approve = reject,
turns down = reject, turned down = reject, call off = end, calls off = end, called off = end, pull out = end, data centre = datacenter, data center = datacenter, full year = year, all time high = record high,
takes over = buy, snaps up = buy, rolls out = launch, opens probe = probe, chief executive officer = ceo, chief executive = ceo, chief financial officer = cfo, finance chief = cfo, initial public offering = ipo, job cuts = layoff,
net income = profit, falls short of = miss, fell short of = miss, short of = miss, ahead of = ahead, hedge fund = hedge, private equity = buyoutfirm, sets record = record, new york = newyork, wall street = wallstreet, euro zone = eurozone, spin off = spinoff, spins off = spinoff, spinning off = spinoff, spun off = spinoff, around the world = worldwide,
vw = volkswagen, gm = general motors, jp morgan = jpmorgan, jpmorgan chase = jpmorgan, berkshire hathaway = berkshire, bofa = bank of america, citi = citigroup, amex = american express, j&j = johnson & johnson,
p&g = procter & gamble, advanced micro devices = amd, socgen = societe generale, eli lilly = lilly, delta air lines = delta, novo nordisk = novo, goldman sachs = goldman, nippon steel = nippon, taiwan semiconductor = tsmc, warren buffett = buffett, elon musk = musk, donald trump = trump, jerome powell = powell`;

/** Meanings of which one title may have the one and another the other only if they differ in what they say. */
export const OPPOSITES = `
rise fall, beat miss, buy sell, raise cut, profit loss, approve reject, upgrade downgrade, open close, win lose, begin end, strong weak, agree reject, rise cut, raise fall, name resign, expand narrow, rise narrow, first last, long short, import export, bull bear, bullish bearish, before after, hawkish dovish, slow quicken, rise slow, high low, deny confirm, join resign, layoff hire, cut hire, keep raise, keep cut, keep rise, keep fall, resign keep,
guilty acquitted, overweight underweight, rise miss, beat fall, record low`;

export const STOP_WORDS = `a an the of to in on for with as after by at its it is are was were be been has have had will would could may might amid from into over and or but that this than their his her our your my says say said new more about via per under out off up-to set sets
sees see seen still also just now who what why how when while s t re ll ve u it's here here's there`;

/** Turn what a title says round. */
export const DENIALS = `not no never without deny denies denied won't isn't doesn't don't didn't can't cannot wasn't aren't unlikely unchanged fails failed`;

export const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday';
export const MONTHS = 'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec';

/** Ordinary words of headlines that are no names, whatever their spelling. */
export const ORDINARY = `
according adds added after again ahead aims all already amid analyst analysts another any around asks asset assets
automaker back backs bank banks bank's based bet bets better big bigger biggest board boom boss breaking brings broad
broker build builds business businesses call calls carmaker case cash central chair chairman challenge chipmaker
claims client clients come comes commercial companies concern concerns consumer consumers contract cost costs court
credit crisis customer customers data day days dealmaker decision delivery deliveries despite developer device devices
digital director drugmaker due during early economic economy ev executive executives expect expected expects export
exports extends face faces factory far faster fears file filed files filing finance financial finds firm first flat
flight flights focus following forces former fresh fuel full fully further future gets giant gives global goes good
group half heads help helps high highest hit hits idea impact import imports index industry inflation insurer
international investor investors issue issues jobless judge keep keeps key latest law lawmaker lawmakers lead leader
leaders leads less level levels lender likely limits line long loan loans low lowest made major make maker makers
makes making manufacturer manufacturing margin margins market markets massive maximum meet meets meeting merger
million billion trillion miner minister month monthly months move moves much near nears need needs net network news
next now number offer official officials online operating operation operator order orders output outlook owner part
partner partners partnership pay payment payments pays people pharmaceutical plan planned planning plans platform
policy power president pressure price prices private product production products profitability project property public
push quarter quickly rating ratings reach reaches ready recession regulator regulators remain remains rescue research
result results retail retailer return returns review rise risk risks rival rivals rule rules rumors rumours sales seek
seeks seeking sector selloff senior service services session sharp sharply shipment shipments show shows sign signs
since slow slowdown slows small source sources spending spree startup state steady still storage strategy street
strength strong subsidiary supplier suppliers supply surprise surprises system systems take takes target targets tech
technology tells ten tests third thousands threat threatens ticks time times today tomorrow trade trader traders
trading transaction travel trial trim troubled try turns two unit units unexpectedly value valuation vote votes wait
wake wants war warehouse watch week weekly weeks weigh weighs wins work working world world's worst worth years
yesterday yield yields airline airlines jobs oilmaker brewer utility telecom telecoms media giant's firm's company's
maker's biotech pharma lab labs treatment disease patients study ai chipmaker's machine vehicle model models app apps
users user subscribers subscriber members streaming social privacy antitrust competition monopoly commission union
deal's bonds treasury treasuries dollar dollars euros pounds yen cents points basis percent pct jump chip-maker
holders shareholder shareholders activist stakeholders hedge wealth manager managers equity-holders insider insiders
lawsuit class action jury verdict late earlier later sooner daily morning afternoon evening midday premarket
after-hours aftermarket extended hours slightly modestly steeply nearly almost roughly approximately about estimated
least most expectedly expected-loss unexpected amid-fears wider wide big-ticket large largest smaller smallest
blockbuster huge top-selling bestselling preliminary initial final proposed possible potential pending confirmed
unconfirmed exclusive update updated brief explainer analysis opinion live agrees merging merges buyout buyouts
takeover bidders bidder suitor suitors suitor's cash-and-stock all-cash all-stock enterprise combination completes
complete completed finalizes finalises finalized closes-deal`;

/** Common nouns that tell one story from another as names do. */
export const DISTINCTIVE = `
gold gas energy food health home housing house mortgage cancer diabetes obesity battery batteries video gaming games search advertising ads ad cloud
electric mining mine steel tax wage wages drug medicine vaccine phone phones smartphone software chip chips insurance advert artificial intelligence pension silver copper platinum import imports export exports retail ice-cream beer wine coal uranium lithium wheat corn coffee cocoa sugar`;
