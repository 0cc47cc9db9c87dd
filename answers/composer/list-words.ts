const words = (list: string): readonly string[] => list.trim().split(/\s+/);

/** Words of grammar and of asking, which say nothing of what is asked for. */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  words(`
  a an the of for in on at to by with from as into onto than then and or but nor yet so if of per via about around among
  amongst across along within through during between out off is are was were be been being am do does did doing done has
  have had having can could will would shall should may might must ought s re ve ll d m t isn aren don doesn didn won
  wouldn it its they them their theirs he she his her there here these those this that which what who whom whose where
  when why how whats i im ive id me my mine myself we us our you your u pls plz please tell show give list find name
  names see know want like need let lets get got getting any some all each every both either neither none no not also
  just only even still really actually truly very quite pretty too ever again else other others such same one ones
  thing things anything something everything now right currently current present presently moment today todays day days
  daily session sessions hi hey hello ok okay well thanks thank yes help question answer ask asking looking look
  looks think thinks thought opinion view suggest suggestion suggestions recommend recommended recommendation
  recommendations according based terms most more less least much many few several lot lots number numbers rather
  going go goes went come comes make makes made always usually generally overall own first second third last
  one two three four five six seven eight nine ten eleven twelve twenty dozen couple versus vs against compared
  sorted sort order ordered by up down over under above below higher lower than until since ago while`),
);

/** What lists of listed securities are of, ordered by, and held to. */
export const LIST_WORDS: ReadonlySet<string> = new Set(
  words(`
  stock stocks share shares equity equities ticker tickers security securities company companies etf etfs fund funds
  listed public us usa u america american market markets exchange universe cover covered covers covering stored known
  exist sector sectors industry
  strong stronger strongest strength weak weaker weakest weakness best better good great attractive interesting solid
  worst worse top bottom high highest low lowest big bigger biggest large larger largest small smaller smallest leading
  leader leaders lead laggard laggards lagging gainer gainers loser losers mover movers winner winners winning gain
  gains gained gaining lose loses losing lost loss losses fall falls falling fell fallen drop drops dropping dropped
  decline declines declining declined rise rises rising rose risen climb climbs climbing climbed jump jumps jumping
  jumped move moves moving moved performer performers performing perform performs performed performance outperforming
  rally rallies rallied rallying sell-off selloff sold advancing advanced beaten battered hardest hit red green change changes changed
  buy buys buyable sell sells selling own owning hold holds pick picks idea ideas invest avoid
  put money rate rated rating ratings rank ranks ranked ranking rankings score scores scored scoring signal signals
  composite label labels labeled labelled bullish bearish neutral momentum technical technicals technically factor
  fundamental fundamentals fundamentally volume volumes unusual unusually abnormal relative ratio ratios active actively
  traded trading trade screen screens screener screening screened filter filters match matches matching condition
  conditions meet meets met half average averages moving usual times mean
  rsi index oversold overbought sma ma ema dma line lines close closes closed closing above below percent pct
  week weeks month months quarter quarters year years ytd`),
);

/** Of a price alone nothing is listed; "a rising price" is a move. */
export const MOVING_PRICE =
  /\b(?:rising|falling|gaining|climbing|dropping|declining|higher|lower)(?: share| stock)? prices?\b|\bprices?(?: is| are| has| have)?(?: been)? (?:rising|falling|up|down|gaining|climbing|dropping|declining|rose|fell|above|below)\b|\b(?:whose|where|with|by|and) (?:the |a |their )?(?:closing )?prices?(?= (?:is|are|closed|above|below|over|under|change))/;

/** What is sold short is what is weakest. */
export const SHORT =
  /\bto short\b|\bshort(?:ing)? (?:candidates?|ideas?|picks?|sales?)\b|\b(?:should|could|can|would|do) (?:i|we|you) short\b|\bshort (?:which|what)\b/;

/** Markets other than that of US stocks, whose sessions are not known. */
export const OTHER_MARKETS = new RegExp(
  String.raw`\b(?:bonds?|crypto\w*|bitcoin|forex|fx|currenc(?:y|ies)|commodit(?:y|ies)|futures|london|lse|tokyo|hong kong|` +
    String.raw`canad(?:a|ian)|tsx|china|chinese|lunar|india\w*|german\w*|europe\w*|uk|british|japan\w*|austral\w*|` +
    String.raw`countr(?:y|ies)(?:'s)?)\b`,
);
