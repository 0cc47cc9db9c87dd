/* Words around the names of private companies that are also ordinary words; chosen by meaning. */

/** Names of several words that are also ordinary ones: "open AI models". */
export const WORD_PHRASES = 'open ai, open sea, clear street';

/** After a name: what only a company, or somebody who speaks for one, does or has. */
export const AGENT_FOLLOWERS = `
  acquires agrees announces appoints asks backs bids buys co-founder co-founders cofounder cofounder's co-ceo confirms
  confidentially ceo cfo coo cto cpo chairman corp co debuts declines denies employees engineers expands explores
  files fires founder founders funding hires inc inks investors invests ipo joins labs launches layoffs lays offers
  opens partners payments pays plans poaches preps prepares rejects releases revenue rolls said says seeks sells settles
  shareholders shares signs snaps sues taps teams tender tests tries unveils urges valuation valued wants warns wins
  co-president president spokesperson spokesman spokeswoman executive executives app lawsuit customers staff workers
  names backers secondary stock acquired announced hired launched agreed named`;

/** After a name: of a company only if money, or a round, follows. */
export const MONEY_FOLLOWERS = `
  raises raised raising secures secured closes closed lands landed nabs nabbed bags bagged eyes hits hit tops topped
  nears reaches reached gets got doubles triples worth completes completed pulls picks grabs`;

/** Within a few words after one of those. */
export const MONEY_WORDS = 'series round funding valuation seed million billion tender ipo';
/** How many words after it. */
export const MONEY_WITHIN = 8;

/** Before a name: what kind of company it is, or what is done to one. */
export const COMPANY_BEFORE = `
  acquires acquire acquiring buys buy buying sues suing fines probes startup start-up fintech unicorn decacorn company
  firm giant maker app rival neobank owned platform upstart processor chipmaker lab labs competitor darling heavyweight
  powerhouse insurtech proptech`;

/** Ends of words before a name: "Sequoia-backed Ramp", "Nvidia-owned Scale". */
export const COMPANY_BEFORE_ENDS = '-backed -owned -founded -led -based -maker -rival';

/** Before a name in Title Case: it can still be the subject. */
export const OPENERS = `
  why how when after as while and but inside meet exclusive breaking report with vs versus or plus at from for on buys
  by behind former ex in against to backs sues acquires taps joins`;

/** After a name: a verb with a particle, or a noun of several words. */
export const PARTICLES = `
  up out down back off effect effects skating head heads of shirt shirts skirt pattern patterns`;

/** Before a name: the word is a verb. */
export const VERB_BEFORE = `
  to can will must should could would may might cannot can't won't not don't let's help helps helping quickly rapidly`;

/** Before a name: the word is a noun. */
export const NOUN_BEFORE = `
  the a an this that these those every each no any some his her their its our your my on key record large full small
  public social exit entrance wheelchair boat political at`;

/** Said of private companies; names in a list beside them are theirs. */
export const STARTUP_CUES = `
  fintech fintechs startup startups start-up start-ups unicorn unicorns decacorn decacorns ipo ipos valuation
  valuations funding venture disruptor disruptors private pre-ipo vc vcs`;
