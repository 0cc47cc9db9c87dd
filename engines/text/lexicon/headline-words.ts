/* Words of headlines by what they tell; chosen by meaning. */

/** Words that say nothing about which story a title tells. */
export const STOP_WORDS = `
  a an the of to in on for with as after by at its it is are was were be been has have had will would could may
  might amid from into over and or but that this than their his her our your my says say said new more about via per
  under out off up-to set sets sees see seen still also just now who what why how when while s t re ll ve u it's
  here here's there`;

/** Turn what a title says round. */
export const DENIALS = `
  not no never without deny denies denied won't isn't doesn't don't didn't can't cannot wasn't aren't unlikely
  unchanged fails failed`;

export const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday';
export const MONTHS = `
  january february march april may june july august september october november december
  jan feb mar apr jun jul aug sep sept oct nov dec`;

/** Ordinary words of headlines that are no names, whatever their spelling. */
export const ORDINARY = `
  according adds added after again ahead aims all already amid analyst analysts another any around asks asset assets
  automaker back backs bank banks bank's based bet bets better big bigger biggest board boom boss breaking brings
  broad broker build builds business businesses call calls carmaker case cash central chair chairman challenge
  chipmaker claims client clients come comes commercial companies concern concerns consumer consumers contract cost
  costs court credit crisis customer customers data day days dealmaker decision delivery deliveries despite
  developer device devices digital director drugmaker due during early economic economy ev executive executives
  expect expected expects export exports extends face faces factory far faster fears file filed files filing finance
  financial finds firm first flat flight flights focus following forces former fresh fuel full fully further future
  gets giant gives global goes good group half heads help helps high highest hit hits idea impact import imports
  index industry inflation insurer international investor investors issue issues jobless judge keep keeps key latest
  law lawmaker lawmakers lead leader leaders leads less level levels lender likely limits line long loan loans low
  lowest made major make maker makers makes making manufacturer manufacturing margin margins market markets massive
  maximum meet meets meeting merger million billion trillion miner minister month monthly months move moves much
  near nears need needs net network news next now number offer official officials online operating operation
  operator order orders output outlook owner part partner partners partnership pay payment payments pays people
  pharmaceutical plan planned planning plans platform policy power president pressure price prices private product
  production products profitability project property public push quarter quickly rating ratings reach reaches ready
  recession regulator regulators remain remains rescue research result results retail retailer return returns review
  rise risk risks rival rivals rule rules rumors rumours sales seek seeks seeking sector selloff senior service
  services session sharp sharply shipment shipments show shows sign signs since slow slowdown slows small source
  sources spending spree startup state steady still storage strategy street strength strong subsidiary supplier
  suppliers supply surprise surprises system systems take takes target targets tech technology tells ten tests third
  thousands threat threatens ticks time times today tomorrow trade trader traders trading transaction travel trial
  trim troubled try turns two unit units unexpectedly value valuation vote votes wait wake wants war warehouse watch
  week weekly weeks weigh weighs wins work working world world's worst worth years yesterday yield yields airline
  airlines jobs oilmaker brewer utility telecom telecoms media giant's firm's company's maker's biotech pharma lab
  labs treatment disease patients study ai chipmaker's machine vehicle model models app apps users user subscribers
  subscriber members streaming social privacy antitrust competition monopoly commission union deal's bonds treasury
  treasuries dollar dollars euros pounds yen cents points basis percent pct jump chip-maker holders shareholder
  shareholders activist stakeholders hedge wealth manager managers equity-holders insider insiders lawsuit class
  action jury verdict late earlier later sooner daily morning afternoon evening midday premarket after-hours
  aftermarket extended hours slightly modestly steeply nearly almost roughly approximately about estimated least
  most expectedly expected-loss unexpected amid-fears wider wide big-ticket large largest smaller smallest
  blockbuster huge top-selling bestselling preliminary initial final proposed possible potential pending confirmed
  unconfirmed exclusive update updated brief explainer analysis opinion live agrees merging merges buyout buyouts
  takeover bidders bidder suitor suitors suitor's cash-and-stock all-cash all-stock enterprise combination completes
  complete completed finalizes finalises finalized closes-deal`;

/** Common nouns that tell one story from another as names do. */
export const DISTINCTIVE = `
  gold gas energy food health home housing house mortgage cancer diabetes obesity battery batteries video gaming
  games search advertising ads ad cloud electric mining mine steel tax wage wages drug medicine vaccine phone phones
  smartphone software chip chips insurance advert artificial intelligence pension silver copper platinum import
  imports export exports retail ice-cream beer wine coal uranium lithium wheat corn coffee cocoa sugar
  ceo cfo coo cto chairman chair president us u.s uk u.k eu american british china chinese japan japanese germany german
  france french spain spanish italy italian russia russian canada canadian india indian brazil brazilian mexico mexican
  korea korean switzerland swiss sweden swedish norway norwegian finland finnish australia australian europe european
  asia asian africa african`;
