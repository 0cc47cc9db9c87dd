import {
  OTHER_BEFORE,
  OTHER_COMPANY_ENDS,
  WORD_NAMES,
  WORD_TICKERS,
} from '../../engines/text/lexicon/company-words.js';

const words = (list: string): ReadonlySet<string> => new Set(list.trim().toLowerCase().split(/\s+/));

/** Names that are also ordinary words. */
export const ORDINARY_NAMES = words(WORD_NAMES);
/** Ordinary words that questions about markets use: written small, they are never a company. */
export const MARKET_WORDS = words(`
  target gap match block best box key general open public progressive pool shift snap square stem sun unity universal us
  news nice nov now on global coach clear crane crown chart discover dollar figure scale ramp notion circle carbon
  impossible substack stability epic brave vast mercury lattice remote runway glean first national energy data
  capital health home international american western eastern southern northern standard real total trade union united
  world west new digital advanced applied power state growth income value technology financial industries resources
  intelligence cloud systems index fund core strategy research science signal line`);
/** Letters that abbreviate something else in questions about markets; as tickers they need a dollar sign. */
export const ABBREVIATIONS = words(`
  a i us usa uk eu un ai it etf etfs eps ceo cfo coo cto ipo ipos gdp cpi ppi fed fomc ecb sec rsi sma ema macd dca vc vcs
  pe pb ps ytd qtd mtd nyse otc api vpin vwap atr aum arr esg llm fy ttm yoy qoq roi nasdaq djia ok usd eur lp gp spv irr
  xirr hhi var cvar saas dr mr ms faq or and vs the for on at is of to by be buy sell hold all any now new top best low
  high up down tax irs doj ftc fda faa nato opec gaap ebit ebitda fcf dcf pm am est edt et utc q tv pc b2b spac spacs nav
  reit reits hft pnl btc eth usdc nft forex fx json sql http https url dan xss cagr roe roa roic ath atl`);
/** Words of headlines and of English that are also tickers. */
export const TICKER_WORDS = words(WORD_TICKERS);
/** After a name, these make it the name of another company; before it, something else. */
export const OTHER_AFTER_NAME = words(OTHER_COMPANY_ENDS);
export const OTHER_BEFORE_NAME = words(OTHER_BEFORE);
/** Before a name that is also a word, these say that it is meant as a name. */
export const BEFORE_NAMES = words(`
  is are was were does did do will would can could should has have had about of for buy buying sell selling own owning
  owns hold holding holds into in on with between than against vs versus or and backs backed back behind like
  compare rank ranking order sort list beat beats outperform outperformed
  comparing invested invest investing founded founds runs from to than hold held 's how's what's when's why's who's`);
/** Capitalised words of questions that name nobody. */
export const KNOWN_CAPITALS = words(`
  i i'm i've i'd i'll monday tuesday wednesday thursday friday saturday sunday january february march april may june july
  august september october november december jan feb mar apr jun jul aug sep sept oct nov dec wall street fed federal
  reserve congress senate senator representative fomc us u.s usa america american europe european asia asian chinese
  china japan india nasdaq dow jones s&p r&d sg&a p&l p/e p/b cogs sbc nyse series class stage seed round golden cross death rsi macd sharpe monte carlo
  form sec treasury ipo etf eps ceo cfo ai english spanish french german q1 q2 q3 q4 fy tech technology energy financials
  health care healthcare industrials materials utilities consumer staples discretionary communication services real
  estate what which who whom whose when where why how is are was were do does did can could should would will has have had
  tell show give list compare rank name find explain describe summarize summarise please if the a an and or but not in on
  at of for to by with from as than about between versus vs my your our their its it this that these those today
  yesterday tomorrow week month year quarter hi hello hey thanks thank ok okay also any all some most more less top best
  worst strongest weakest buy sell hold strong neutral bullish bearish starter pro institutional free rank growth pe
  venture capital private public market markets stock stocks share shares company companies fund funds usd dollar dollars
  thanksgiving christmas xmas eve easter juneteenth mlk martin luther king jr washington's birthday memorial labor labour
  independence presidents president's veterans columbus indigenous boxing black good fourth new year's years day halloween
  anything something everything whats whos wheres whens hows python javascript romeo juliet world war i'm god internet`);
