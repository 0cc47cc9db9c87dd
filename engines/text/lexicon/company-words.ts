/* Words of company names and of headlines about companies, by what they tell; chosen by meaning. */

/** Words too general to be a company's name by themselves. */
export const GENERAL_WORDS = `
  advanced ai american applied bancorp bank best capital china data digital distribution eagle eastern energy first
  gain gas general global gold great health here home international medical mobile monday national new northern oil
  pacific plus powell public pure q1 q2 q3 q4 real red research royal s&p south southern standard texas total trade
  u.k u.s union united universal us usa west western world`;

/** Ends of a legal name that headlines leave out. */
export const LEGAL_ENDS = `
  inc incorporated corp corporation co company companies ltd limited plc llc lp nv sa ag se ab asa oyj spa holding
  holdings group trust reit bancorp bancshares the and & com common stock shares ordinary class a b c`;

/** Ends that headlines leave out if one distinctive word remains: "Meta Platforms", "Cisco Systems". */
export const DESCRIPTIVE_ENDS = `
  platforms technologies technology systems international communications wholesale enterprises industries
  pharmaceuticals therapeutics laboratories labs software semiconductor semiconductors motors airlines brands stores
  energy financial solutions services networks entertainment mobil aerospace global worldwide restaurants`;

/**
 * Names that are also ordinary words, given names or places. A headline's word is the company only if what follows or
 * its capital in the middle of a sentence says so.
 */
export const WORD_NAMES = `
  duke alpha alphabet amazon apple best block boot box carnival caterpillar chase chart chewy clear coach coherent
  corning crane crown delta discover dollar dover ford fox gap general global hess hub humana incyte inspired intuit
  jack key linde lincoln lowe's match meta monster moody's morgan news nice nov nucor on oracle pool progressive
  public roper ross seagate shell shift snap southern southwest square stanley stem strategy sun target tapestry
  teradata travelers twilio unity universal upstart us ventas visa wells western wynn workday zoom stripe ramp figure
  notion discord chime plaid gusto brave vast mercury lattice remote runway glean cohere harvey suno pika ripple
  circle carbon impossible substack epic stability perplexity scale relativity astranis rippling cursor bolt front
  linear pipe away kraken ledger clay abbott ball baxter booking carrier cincinnati citizens cooper devon eaton
  edison everest expand hartford microchip principal regions republic tyler waters williams zebra`;

/** The same of several words. */
export const WORD_PHRASES: readonly string[] = ['state street', 'public storage', 'iron mountain'];

/** After the name of a company: what it does, has or is. */
export const COMPANY_FOLLOWERS = `
  q1 q2 q3 q4 fy quarterly annual first-quarter second-quarter third-quarter fourth-quarter acquires adds agrees
  announces appoints asks beats believes bonds boosts buys can ceo cfo chief chips climbs closes completes confirms
  could coo cuts data deal debt declares delays delivers deliveries dips dividend drops earnings edges employees
  exceeds executive expands expects explores faces falls files forecasts fires gains gets guidance halts has hikes
  hires hit hits holds investors is issues joins jumps lags launches lawsuit layoffs inc corp corporation plc leads
  lifts looks loses lowers makes margins market may merger misses names nears needs offers opens options orders
  outlook outperforms partners pays plans plunges plummets posts prepares pretax profit profits projects raises
  rallies ramps reaches rebounds recalls rejects reports results revenue revises rises rolls rose said sales says
  seeks sees sells set sets settles share shareholder shareholders shares should shows signs sinks sinking slashes
  slides slips slumps soars spends splits stake starts stock stocks store stores sues suffers suppliers supplier
  surges surpasses suspends takes tanks to tops trades trims tumbles unveils upgrade upgraded downgrade downgraded
  uses valuation wants warns was weighs will wins workers would fell jumped climbed dropped gained soared tumbled
  raised cut reported posted beat missed announced`;

/** After the name of a company: what is done to it. */
export const PASSIVE_FOLLOWERS = `
  fined investigated penalised penalized probed raided subpoenaed sued`;

/** The same of two words: "ordered to" is no order. */
export const PASSIVE_PHRASES: readonly string[] = [
  'accused of',
  'accused by',
  'banned by',
  'banned from',
  'barred by',
  'barred from',
  'blocked by',
  'blocked from',
  'charged by',
  'charged over',
  'charged with',
  'cleared of',
  'forced to',
  'found guilty',
  'ordered by',
  'ordered to',
  'slapped with',
  'told to',
  'urged to',
];

/** Names that are also people, groups or places, to whom the same is done: a coach is fined, a governor sued. */
export const PEOPLE_AND_PLACES = `
  abbott baxter booking brave carrier chase cincinnati citizens clay coach cohere cooper corning crown devon
  dover duke eaton edison everest harvey hess hartford jack lincoln linde monster morgan principal progressive public
  regions republic roper ross southern southwest stanley strategy travelers tyler unity us wells western williams`;

/** After a name, these make it the name of another company. */
export const OTHER_COMPANY_ENDS = `
  hospitality bank bancorp bancshares bank's financial insurance electronics steel foundation records rush hotel hotels
  resort resorts reit realty properties property pharma pharmaceuticals therapeutics biosciences biotech biopharma
  mining minerals resources capital materials foods farms oil petroleum motors university college school church museum
  institute hospital health healthcare medical lithium gold silver copper uranium industries logistics holdings
  acquisition aviation airways air airlines water waste county city river rainforest basin valley forest park street
  partners ventures petcare apartments homes savings credit federal community bankshares trust group studios theatres
  theaters cinemas golf marine offshore midstream hathaway lifesciences diagnostics dental surgical genetics
  appliances vernova kgaa voting`;

/** After a name of several words, these make it the name of an institution or a place. */
export const INSTITUTION_ENDS = `
  airport bridge church city college county forest foundation hospital institute library museum park river school
  stadium street theater theatre university valley`;

/** Before a name, these make it something else: "Big Apple", "Fiona Apple", "moving target". */
export const OTHER_BEFORE = `
  nikola john big fiona moving price first golden harrison betty tom gerald glenn river sales inflation easy greg tony
  bradley anderson gary serena venus robin thomas`;

/** Beside a name, words that give it another sense: intelligence, a general election, a permit to travel. */
export const OTHER_SENSES: Readonly<Record<string, { readonly before: string; readonly after: string }>> = {
  intel: {
    before: 'classified gather gathering military senate share shared sharing',
    after: `agencies agency assessment assessments briefing briefings committee committees community failure failures
      gathering leak leaks official officials panel sharing source sources suggests`,
  },
  // The indices, and not the companies.
  nasdaq: {
    before: 'the',
    after: `100 climbs closes composite down dips drops edges ends extends fell falls futures gained gains golden hits
      index jumped jumps listing lower opens plunges rallies rebounds rises rose sinks slid slides slips slumps
      snaps soars surges tumbled tumbles up`,
  },
  dow: {
    before: 'the',
    after: `climbs closes down dips drops edges ends extends fell falls futures gained gains hits industrials jones
      jumped jumps lower opens plunges rallies rebounds rises rose sinks slid slides slips slumps snaps soars surges
      tumbled tumbles up`,
  },
  lilly: { before: '', after: 'ledbetter pulitzer' },
  prudential: { before: '', after: 'plc' },
  eaton: { before: '', after: 'canyon centre fire fires' },
  ball: { before: '', after: 'drop dropped drops game games' },
  ge: { before: 'singapore malaysia', after: '2020 2025 2030 election elections' },
  visa: {
    before: `business entry family golden h-1b immigrant nomad schengen spouse student tourist transit travel uk us u.s
      visitor work`,
    after: `applicants application applications appointment appointments backlog backlogs ban banned bans blocked
      cancelled category changes curbs denied delays extension fee fees fraud holder holders interview interviews lottery overstay overstays
      policies policy processing program programme requirement requirements restrictions revocations rule
      rules scheme sponsorship status system waiver waivers`,
  },
};

/** Tickers that are also words or abbreviations: by themselves, in capitals too, they are no company. */
export const WORD_TICKERS = `
  able ago ai air alex all am amp an and any api apps are arm art as asia at ball band bank bar be beam beat best big
  bill bio bit blue bond book boom boot box bro bros brew bull buy by call camp can car care cars cart cash cat cfo
  chef city cnc cop crm dia erp clf clo coin cool core corn cost coo cpi crew cro cure cut data day deal dec dev dna
  do dog doc down drug dvd eat ebit ecb edge elf else eps esg etf eu ev evs evil eye fan far fast fat fcf fda fed fix
  flag fly ftc fold food for fox free fun fund gain game gap gas gdp get gig glad go gold good gov grab grow gpu hack
  hall has he heal hear her hi high hit hold home hot hr hub ice icu if in info ing ipo it its job jobs joe key kids
  kind la land law lazy lead led legs lens life line link live lng loan lot love low ltd luv mad main man map mark
  mars mass me med mega meta mid mind mine mix mod moon more most move much my nail net new news next nice no nov now
  nuts nyc nyse odd of off oil old on one only onto open or our out owns pay pays pdf peak pet pick plan play plus
  pool post pro pump pure race rare real red reit rent rest rich ride rig risk road rock roll rule run safe sand save
  sci sea sec see self sell she shop show site sky slim smart snow so solo spot snap star stay stem step sum sun swim
  talk tap task tax team tech tell ten than the them tip to toy tree true try tv two uk un up us usa usd vat very via
  vs wait walk was wash wave way we well wen west what who why wide win wing wins wish wood work world ww wwii year
  yes you z`;

/**
 * Further letters that in brackets are no ticker: states and countries, times, agencies, legal forms, offices, goods,
 * measures. Those that abbreviate the words before them need no entry.
 */
export const BRACKETED_ABBREVIATIONS = `
  ab ac ad afp ag ak al ap ar az bbc bc ca cbs ceo cgi cia cnbc cnn co ct cto cw dc de dpa eps est et faq fbi fifa fl fy
  ga gb gmo gmt gp hiv hq hs ia id ie ii iii il imf io iq ira irs iv jr ks ky lbo lgbt lp ma mb md mba me mi ml mln mn
  mo mp mr ms mt mw nasa nato nc nd ne nfl nft ngo nh nhl nhs nj nm nsa nv ny nz oecd oh ok opec or os pa pc pdt pe phd
  pm pmi pp ppi pr ps pst pt qa qe qoq rd ri rn sa sc sd se sk spac st tb tbc tbd tn tx uae ut uv va vc vi vix vp vpn vr
  vt wa wd who wi wto wv wy xi yoy ytd`;

/** Other names of companies, by ticker. */
export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  GOOGL: ['Google', 'YouTube', 'Waymo'],
  GOOG: ['Google', 'YouTube', 'Waymo'],
  META: ['Facebook', 'Instagram', 'WhatsApp'],
  AMZN: ['Amazon', 'AWS'],
  JPM: ['JPMorgan', 'JP Morgan', 'J.P. Morgan'],
  BAC: ['BofA'],
  GS: ['Goldman', 'Goldman Sachs'],
  WFC: ['Wells Fargo'],
  IBM: ['IBM'],
  AMD: ['AMD'],
  PG: ['P&G', 'Procter'],
  JNJ: ['J&J', 'Johnson & Johnson'],
  KO: ['Coke', 'Coca-Cola'],
  PEP: ['Pepsi'],
  STT: ['State Street Global Advisors'],
  XOM: ['Exxon', 'ExxonMobil'],
  UPS: ['UPS'],
  GE: ['GE', 'GE Aerospace'],
  GM: ['GM', 'General Motors'],
  DAL: ['Delta'],
  DIS: ['Disney'],
  'BRK.B': ['Berkshire'],
  'BRK.A': ['Berkshire'],
  SPY: ['SPDR S&P 500 ETF'],
  LOW: ["Lowe's", 'Lowes'],
  MCD: ["McDonald's", 'McDonalds'],
  LLY: ['Lilly', 'Eli Lilly'],
  UNH: ['UnitedHealth'],
  AIG: ['AIG'],
  SLB: ['Schlumberger', 'SLB'],
  GEHC: ['GE HealthCare'],
  SPGI: ['S&P Dow Jones Indices'],
  T: ['AT&T'],
  F: ['Ford'],
  C: ['Citi', 'Citigroup'],
  TSM: ['TSMC'],
  BABA: ['Alibaba'],
};
