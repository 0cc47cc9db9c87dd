/** New business: a verb of the first list with a noun of the second one near it. */
export const CLOSINGS = `
  sign, seal, land, receive, secure, enter into, enter, conclude, ink, book, clinch, bag*, reach, obtain,
  strike:struck:struck, extend, renew`;
/** The same lost. */
export const LOSINGS = 'lose:lost:lost, cancel*, terminate, forfeit';
export const DEALS = `
  agreement, agreements, contract, contracts, deal, deals, memorandum, memorandum of understanding, letter of intent,
  partnership, order, orders, cooperation agreement, co-operation agreement, supply agreement, framework agreement,
  licence agreement, license agreement`;

/** Phrases whose words mean something else here. */
export const IGNORED = `
  home improvement, contract manufacturer, contract manufacturing, loss prevention, strike price, best regards,
  stock exchange, stock exchange release, stock option, stock options, share issue, number of shares, in order to,
  more than, less than, up to, high quality, high-quality, high performance, top management, market cap, sales office,
  sales offices, sales unit, sales units, sales and marketing, marketing and sales, growth strategy, short tons,
  as well as, sell-side, press release, cost of, order of, at least, at most, a maximum of, maximum of, a total of,
  a minimum of, employee representatives, rest of, at the end of, well known, share capital, lower house, upper house,
  high street, high court, low cost, low-cost, savings account, chemical recovery, metals recovery, heat recovery,
  debt recovery, too optimistic, quality control, long position, net asset`;

/** What they introduce counts half. */
export const SUBORDINATES = 'while, whereas, although, though, even as, even though, as its, as the, as it';

/** What a broker raises a share to or cuts it to. */
export const RATINGS = `
  buy, sell, hold, neutral, overweight, underweight, equal-weight, outperform, underperform, accumulate, reduce`;

/** Turn the sign of what follows within four words. */
export const NEGATORS = `
  not, no, never, without, neither, nor, none, cannot, hardly, barely, unable to, fail to, fails to, failed to,
  failing to, no longer, nothing, rather than, instead of, unlikely to, less likely to, despite, refused to,
  refuses to, prevent, prevents, prevented, avoid, avoids, avoided`;

/** What follows is the earlier or other value, not the topic. */
export const COMPARERS = `
  compared to, compared with, as compared to, as compared with, versus, vs, from, against, than, in comparison to,
  in comparison with, est, estimate of, estimates of, consensus of, expectations of, consensus estimate of`;

/** What follows qualifies the measure and is not the topic. */
export const ASIDES = `
  excluding, including, before, after, due to, because of, owing to, despite, on the back of, net of, adjusted for,
  thanks to, besides, amid`;

/** What makes the amount before it one of each share. */
export const PER_SHARE = 'per share, per diluted share, per adjusted share, a share, a diluted share, apiece';

/** Verbs that end in a state: "swung to a loss". */
export const TURNS = `
  swing:swung:swung, turn, slip*, move, return, shift, switch, fall:fell:fallen, sink:sank:sunk, go:went:gone, plunge,
  slide:slid:slid`;
