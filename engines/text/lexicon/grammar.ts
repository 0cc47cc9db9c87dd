/** New business: a verb of the first list with a noun of the second one near it. */
export const CLOSINGS = `
  sign, seal, land, receive, secure, enter into, enter, conclude, ink, book, clinch, bag*, reach, obtain,
  strike:struck:struck, extend, renew, finalise, finalize, capture, grant, get:got:got*`;
/** The same lost. */
export const LOSINGS = 'lose:lost:lost, cancel*, terminate, forfeit';
export const DEALS = `
  agreement, agreements, contract, contracts, deal, deals, memorandum, memorandum of understanding, letter of intent,
  partnership, order, orders, cooperation agreement, co-operation agreement, supply agreement, framework agreement,
  licence agreement, license agreement, pact, mou, tender, mandate, licence, license, permit, permission, subsidy,
  subsidies, patent, award, prize, recognition`;

/** Before a weak word, these make it plain: "very competitive". */
export const INTENSIFIERS = `
  very, highly, extremely, really, most, truly, exceptionally, particularly, especially, increasingly, quite, fully,
  remarkably, so`;

/** After a move of something that we do not know, these make it plain, as a percentage does. */
export const EMPHATICS = `
  sharply, strongly, rapidly, significantly, considerably, substantially, markedly, dramatically, steeply,
  remarkably, heavily, clearly, vigorously, fast, quickly`;

/** What is borrowed, rented or agreed with one's own people: a contract for it is no new business. */
export const FUNDINGS = `
  credit facility, credit facilities, revolving credit, credit line, line of credit, loan, loans, loan agreement,
  loan facility, credit agreement, financing agreement, lease, lease agreement, rental agreement,
  collective agreement, collective labour agreement, wage agreement, confidentiality agreement,
  non-disclosure agreement, shareholder agreement, shareholders agreement, underwriting agreement`;

/** Phrases whose words mean something else here. */
export const IGNORED = `
  home improvement, contract manufacturer, contract manufacturing, loss prevention, strike price, best regards,
  stock exchange, stock exchange release, stock option, stock options, share issue, as a result, in order to,
  more than, less than, up to, high quality, high-quality, high performance, top management, market cap,
  sales office, sales offices, sales unit, sales units, sales and marketing, marketing and sales, growth strategy,
  short tons, as well as, sell-side, press release, cost of, order of, at least, at most, a maximum of, maximum of,
  a total of, a minimum of, employee representatives, rest of, at the end of, well known, share capital, lower house,
  upper house, high street, high court, low cost, low-cost, savings account, chemical recovery, metals recovery,
  heat recovery, debt recovery, for good, record a, record an, will record, to record, would record, talks concern,
  negotiations concern, that concern, which concern, that concerns, which concerns, concern the, concern all,
  concerns the, concerns all, as well, well over, well below, well under, well above, well into, oil well, gas well,
  may well, from negative, from positive, from sell, from buy, from reduce, from accumulate, from underperform,
  from underweight, from overweight, strong euro, strong dollar, strong krona, strong pound, strong yen,
  strong rouble, strong currency, stronger euro, stronger dollar, stronger krona, stronger pound, stronger yen,
  stronger rouble, stronger currency, weak euro, weak dollar, weak krona, weak pound, weak yen, weak rouble,
  weak currency, weaker euro, weaker dollar, weaker krona, weaker pound, weaker yen, weaker rouble, weaker currency,
  to order, to claim, to share, to market, more information, further information, additional information,
  more details, further details, will provide more, will provide further, will provide an overview,
  will provide an update, will provide details, will provide information, most significant, most important,
  too optimistic, quality control, long position, net asset`;

/** What they introduce says less than the main clause. */
export const SUBORDINATES = `
  while, whereas, although, though, even as, even though, as its, as the, as it, after having, after losing,
  after gaining, after falling, after rising, after a dip, after a fall, after a drop, after a decline, after a rise`;

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
  thanks to, besides, amid, as a result of, as a consequence of`;

/** What makes the amount before it one of each share. */
export const PER_SHARE = 'per share, per diluted share, per adjusted share, a share, a diluted share, apiece';

/** Verbs that end in a state: "swung to a loss". */
export const TURNS = `
  swing:swung:swung, turn, slip*, move, return, shift, switch, fall:fell:fallen, sink:sank:sunk, go:went:gone,
  plunge, slide:slid:slid`;
