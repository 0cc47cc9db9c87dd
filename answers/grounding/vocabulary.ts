const list = (words: string): readonly string[] => words.trim().split(/\s+/);

/** Ends of words that leave their meaning: "gapped", "gaps" and "gap" are one word. */
const FORMS: Readonly<Record<string, string>> = {
  rose: 'rise',
  risen: 'rise',
  fell: 'fall',
  fallen: 'fall',
  grew: 'grow',
  grown: 'grow',
  growth: 'grow',
  lost: 'lose',
  unfilled: 'fill',
  upside: 'up',
  downside: 'down',
  reiterated: 'reiteration',
  reiterates: 'reiteration',
  bought: 'buy',
  sold: 'sell',
  held: 'hold',
  paid: 'pay',
  made: 'make',
  earnings: 'earn',
  eps: 'eps',
  mean: 'average',
  loss: 'lose',
  fewest: 'few',
  sector: 'sector',
  shares: 'share',
};

const KNOWN = new Map<string, string>();

/** The common form of a word, in lower case. */
export function stemOf(word: string): string {
  const known = KNOWN.get(word);
  if (known !== undefined) return known;
  const stem = madeStem(word);
  if (KNOWN.size < MOST_KNOWN) KNOWN.set(word, stem);
  return stem;
}

/** Words whose form is kept; texts have few others. */
const MOST_KNOWN = 20_000;

function madeStem(word: string): string {
  const bareWord = word.toLowerCase().replace(/[’']s?$/u, '');
  const plain = FORMS[bareWord] ?? bareWord;
  if (plain.length < 4) return plain;
  const bare = plain
    .replace(/ies$/, 'y')
    .replace(/(?<![su])s$/, '')
    .replace(/(?:ed|ing)$/, '');
  const single = bare.length < plain.length ? bare.replace(/([bdgmnprt])\1$/, '$1') : bare;
  return single.length < 3 ? plain : single.replace(/e$/, '');
}

/** The words of a text by their common forms. */
export const stemsIn = (text: string): readonly string[] => (text.match(/[\p{L}\p{N}_’']+/gu) ?? []).map(stemOf);

const GLUE = `
  a an the this that these those it its their them they he she his her who whom whose which what why how when where whether
  and or but while whereas although though so as at by for from in into of off on onto out to toward towards up down with
  within over under than then versus vs against among across per both each either also only just about around roughly nearly almost
  approximately some slightly little exactly well still now currently today here there besides beside overall together
  respectively however meanwhile thus therefore accordingly moreover further too i e g etc
  is are was were be been being has have had do does did can one ones other others two s t`;

const VERBS = `
  rose risen rise rises rising fell fallen fall falls falling gained gain gains lost lose loses slipped slip slips declined
  decline declines dropped drop drops grew grow grows grown growing increased increase increases decreased decrease advanced
  climbed edged moved move moves change changed changes went go came come
  read reads stand stands stood remain remains remained reach reached reaches score scores scored report reports reported reporting
  state states stated say says said tell tells told show shows showed shown give gives gave record records recorded bring
  brought see seen close closes closed closing open opened opens trade trades traded trading cost costs priced end ended ends amount amounts
  amounted total totals equal equals compare compares compared follow follows followed fill fills filled filling gap gapped gaps
  earned earns earn make makes made file filed files rate rated compute computed according based
  place places put puts leave leaves left mark marks stay stays stayed change hands hit hold holds held show list listed lists
  rank ranks ranked found find finds named name include includes included cover covers covered use uses used
  set sets do not open opened begin began begins start started starts give gave`;

const NOUNS = `
  price prices stock stocks share shares security securities company companies firm firms name names ticker tickers
  session sessions day days date dates close quarter quarters fiscal result results data tool tools source sources figure figures
  value values number numbers answer question points point percent percentage basis dollar dollars usd level levels
  factor factors component components signal signals label difference distance spread case cases time times size group kind type
  total sum average averages mean median ratio rate rates share term terms part measure measures indicator indicators
  statistic statistics history stored latest newest most-recent recent recently last past previous prior earlier next first
  same similar different more less higher lower above below between amid near close
  quarterly daily annualised overnight estimate estimated reported diluted net composite technical`;

/** Nouns and verbs of what the tools tell of: what is stated with them is in their numbers, dates and labels. */
const SUBJECTS = `
  account accounts adjusted adjustment analyst analysts announced announcement balance board calendar contract contracts
  count counts counted english etf etfs event events ex-date form forms fund funds geography holder
  holders holding holdings index indexes indices insider insiders institution institutions institutional investment
  investments investor investors liquidity market markets modelled news portfolio portfolios position
  positions post posts period periods rounds seasonality secondary sector sectors service sheet stage stages street tape
  tier way weight weights whole zone zones 
  ask asks expire expires led like look looks needs paid resolved since taken took until worth
  york new plan many another even once after current known `;

/** Words that state nothing by themselves, and verbs whose direction or measure is checked beside a number. */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  [...list(GLUE), ...list(VERBS), ...list(NOUNS), ...list(SUBJECTS)].map(stemOf),
);

/** Words that a sentence about what was not read may have. */
export const WORDS_ABOUT_RESULTS: ReadonlySet<string> = new Set(
  list(`nothing none no not available unavailable known unknown missing information reason reasons explain contain mention
    enough any anything about cause causes news dividend dividends target targets forecast forecasts future year years month
    months week weeks after before during since until if would could may might will expect expected`).map(stemOf),
);
