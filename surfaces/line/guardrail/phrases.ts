import { readings, unmarked } from './fold.js';
import { tellsSecret } from './told.js';

/** Names of secrets, without accents. */
const SECRETS: readonly string[] = [
  // Passwords and login details
  'pass ?words?',
  'pass ?phrases?',
  'pass ?codes?',
  'log ?in (?:details|data|credentials|info(?:rmation)?|name)',
  'login',
  'credentials',
  'sign in details',
  'access (?:details|data|credentials)',
  'user ?names? and pass\\w*',
  'pass ?wort\\w*',
  'kennw(?:ort|orter)\\w*',
  'zugangsdaten',
  'anmeldedaten',
  'logindaten',
  'mots? de passe',
  'identifiants?',
  'contrasenas?',
  'credenciales',
  'clave de acceso',
  'senhas?',
  'palavra passe',
  'contrasenyas?',
  'salasana\\w*',
  'jelszo\\w*',
  'kata sandi',
  'heslo\\w*',
  'parol[aeu]\\w*',
  'credenciais',
  'wachtwoord\\w*',
  'inloggegevens',
  'losenord\\w*',
  'inloggningsuppgifter\\w*',
  'adgangskode\\w*',
  'kodeord\\w*',
  'hasl[oaeu]\\w*',
  'dane logowania',
  'dane do logowania',
  'danych logowania',
  'sifre\\w*',
  'parola\\w*',
  'giris bilgi\\w*',
  'credenziali',
  'dati di accesso',
  'логин\\p{L}*',
  'парол\\p{L}*',
  'учетные данные',
  'данные для входа',
  '密码',
  '口令',
  '登录信息',
  '账号密码',
  'ハスワート',
  'パスワード',
  'ログイン情報',
  '비밀번호',
  '로그인 정보',
  'كلمة (?:المرور|السر)',
  'بيانات الدخول',
  // One-time codes
  'one time (?:pass\\w*|codes?|pins?)',
  'otps?',
  'verification codes?',
  'security codes?',
  'confirmation codes? (?:from|sent|texted)',
  'authenticat(?:ion|or) codes?',
  '(?:2fa|mfa|sms|two factor) codes?',
  '(?:4|6|four|six) ?digit codes?',
  'code (?:we|i|they|that was|just) (?:sent|texted)',
  'pin(?: ?(?:codes?|numbers?))',
  'pin',
  'tan(?: nummer)?',
  'einmal(?:passw\\w+|code)',
  'bestatigungscode',
  'sicherheitscode',
  'prufcode',
  'codes? de (?:verification|securite|confirmation)',
  'codigos? de (?:verificacion|verificacao|seguridad|seguranca|confirmacion|acceso)',
  'codice (?:di verifica|otp|segreto|pin|di sicurezza|di conferma)',
  '(?:verificatie|beveiligings|bevestigings|sms ?|inlog)code',
  'kod\\w* (?:weryfikacyjn\\w+|pin|sms|potwierdz\\w+|blik)',
  '(?:verifierings|sakerhets|engangs|bekraftelse|sms ?)kod\\w*',
  '(?:bekraeftelses|engangs|sikkerheds|sms ?)kode\\w*',
  '(?:dogrulama|onay|guvenlik|sms) kod\\w*',
  'код\\p{L}* (?:подтверждения|из смс|безопасности)',
  '(?:смс|пин) ?код\\p{L}*',
  '验证码',
  '校验码',
  '認証コード',
  '確認コード',
  '暗証番号',
  'ワンタイム\\S{0,6}',
  '인증번호',
  '인증 ?코드',
  'رمز (?:التحقق|الامان|التاكيد)',
  'codes? (?:you|that you|i) (?:just )?(?:got|received|see)',
  'code (?:that )?(?:just )?(?:arrived|came)',
  // Cards and banks
  '(?:number|digits|code) (?:on|from|at) (?:the )?(?:back|front|reverse) of (?:your|the|my|his|her|that) card',
  '(?:scan|cop(?:y|ies)|photo|picture|image|pic) of (?:your|the|his|her|both|my) (?:passport|id|driv\\w+ licen\\w+|identity card|social)',
  'your social',
  '(?:last |current |latest |new |next )?codes? (?:from|in|on|of|shown (?:in|by|on)|displayed (?:in|on|by)) (?:your|the) (?:authenticat\\w+|phone|mobile|app|sms|text|token|bank\\w*|e ?mail)',
  'codes? (?:recus?|que (?:vous|tu) (?:avez|as|venez|viens)(?: de)? (?:recus?|recevoir))',
  'codigo (?:que (?:te|le|lhe|recib\\w+|receb\\w+)|recibido|recebido)',
  '(?:credit |debit |bank |payment )?card (?:numbers?|details|data|info(?:rmation)?)',
  'cvv2?',
  'cvc2?',
  '(?:long|16 ?digit|three digit|3 digit) (?:card )?numbers?',
  'card verification \\w+',
  'bank(?:ing)? (?:details|data|info(?:rmation)?|log ?in|account (?:details|numbers?|info(?:rmation)?))',
  'ibans?',
  'routing numbers?',
  'sort codes?',
  '(?:swift|bic) and account numbers?',
  'account and (?:routing|sort) \\w+',
  'kreditkarten(?:nummer|daten)\\w*',
  'kartennummer\\w*',
  'kartenprufnummer',
  'kontonummer\\w*',
  'bankverbindung',
  'bankdaten',
  'numeros? de (?:la |votre |ma )?carte',
  'coordonnees bancaires',
  'rib',
  'numero de compte(?: bancaire)?',
  'numeros? de (?:la |tu |su )?tarjeta',
  'datos bancarios',
  'numero de cuenta',
  'numero do cartao',
  'dados bancarios',
  'numero (?:della |di )?carta(?: di credito)?',
  'coordinate bancarie',
  'codice di sicurezza',
  'numero di conto',
  'creditcardnummer',
  'creditcardgegevens',
  'kaartnummer',
  'bankgegevens',
  'rekeningnummer',
  'numer\\w* (?:karty|konta|rachunku)\\w*',
  'dane karty',
  'номер\\p{L}* (?:карты|счета|счёта)',
  'реквизит\\p{L}*',
  'данные карты',
  '(?:kredi )?kart(?:i|in|inizin)? (?:numara|bilgi|no)\\w*',
  'hesap (?:numara|bilgi)\\w*',
  'kortnummer\\w*',
  'kortuppgifter\\w*',
  'kontonummer\\w*',
  'kontooplysninger\\w*',
  'bankuppgifter\\w*',
  'numero(?: de)? conta',
  'dati (?:bancari|della carta)',
  '银行卡号',
  '卡号',
  '银行账号',
  '银行账户',
  '安全码',
  'カード番号',
  '口座番号',
  'セキュリティコード',
  '카드 ?번호',
  '계좌 ?번호',
  'رقم (?:البطاقة|الحساب)',
  // Identity numbers
  'social security (?:numbers?|no)',
  'ssns?',
  'social insurance numbers?',
  'national (?:insurance|id|identity|identification) (?:numbers?|no)',
  'passport (?:numbers?|no|details|copy|scan)',
  'driv(?:er|er s|ers|ing) licen[cs]e (?:numbers?|no|details)',
  'tax(?:payer)? id(?:entification)?(?: numbers?)?',
  'identity (?:card )?numbers?',
  'nino',
  'ausweisnummer',
  'personalausweis\\w*',
  'reisepassnummer',
  'steuer ?(?:id|identifikationsnummer|nummer)',
  'sozialversicherungsnummer',
  'numero de (?:securite sociale|passeport|pasaporte|seguridad social|dni)',
  'numero do (?:cpf|passaporte)',
  'cpf',
  'dni',
  'codice fiscale',
  'bsn',
  'burgerservicenummer',
  'paspoortnummer',
  'pesel',
  'numer\\w* (?:paszportu|dowodu)\\w*',
  'номер\\p{L}* паспорта',
  'паспортные данные',
  'снилс',
  '(?:tc )?kimlik (?:numara|no)\\w*',
  'pasaport (?:numara|no)\\w*',
  'personnummer\\w*',
  'passnummer\\w*',
  'cpr ?nummer\\w*',
  'pasnummer\\w*',
  'numero (?:del )?passaporto',
  'numero (?:de )?(?:pasaporte|dni|nie)',
  '身份证号\\p{L}*',
  '护照号\\p{L}*',
  'マイナンバー',
  'マイナンハー',
  'パスポート番号',
  'ハスホート番号',
  '주민등록번호',
  '여권 ?번호',
  'رقم (?:الهوية|الجواز|جواز السفر)',
  // Keys
  '(?:api|secret|private|access|ssh|encryption|licen[cs]e|signing) keys?',
  'api tokens?',
  '(?:access|bearer|session|refresh) tokens?',
  '(?:seed|recovery|backup) (?:phrases?|words|codes?|keys?)',
  'mnemonic',
  'authenticator (?:app )?(?:shows|displays|says|gives|generates)[^.!?\\n]{0,30}? (?:numbers?|digits|codes?)',
  '(?:(?:4|5|6|8|four|five|six|eight) ?)?digits?(?: codes?| numbers?)? (?:from|in|on|shown (?:in|by|on)) (?:the|your|that) (?:text|sms|message|app|token|phone|authenticat\\w+)\\w*',
  '认证码',
  '动态码',
  '授权码',
  'numbers? (?:\\w+ )?(?:on|of|from) (?:your|the) (?:(?:credit|debit|bank|visa) )?card',
  'your account (?:no|numbers?)[^!?\\n]{0,40}? bank\\w*',
  'numer(?:o|os) d(?:e|a|o|el|ella|i) (?:(?:la|su|sua|seu|tu|tua|tuo|suo|votre|vostra|vostro|ma|mi|minha) )+(?:carte|compte|tarjeta|cuenta|cartao|conta|carta|conto)',
  'номер\\p{L}* (?:(?:ваш|сво|тво|банковск)\\p{L}* ){1,2}(?:карт|счет)\\p{L}*',
  'api schlussel',
  'cle (?:api|privee|secrete)',
  'clave (?:api|privada|secreta)',
  'security (?:question|answer)s?',
  'mother s maiden name',
  'maiden name',
];

/** Words that ask for a thing, give it or confirm it. */
const ASKING: readonly string[] = [
  'send',
  'sent',
  'sending',
  'give',
  'tell',
  'share',
  'provide',
  'submit',
  'enter',
  'type',
  'text',
  'email',
  'mail',
  'forward',
  'reply',
  'respond',
  'confirm\\w*',
  'verify',
  'verifying',
  'validate',
  'update us',
  'need',
  'needs',
  'require',
  'want',
  'request',
  'requesting',
  'what is',
  'what are',
  'what s',
  'what was',
  'whats',
  'may i have',
  'can i have',
  'could i have',
  'let me have',
  'let us have',
  'pasas?',
  'pasame',
  'pasarme',
  'me pasa',
  'me passa',
  'passe me',
  'passar',
  'durchgeb\\w*',
  'durchgibst',
  'angeben',
  'verrat\\w*',
  'ubermittel\\w*',
  'zukommen',
  'подскаж\\p{L}*',
  'дайте',
  'дай',
  'напиш\\p{L}*',
  'перешл\\p{L}*',
  'скинь\\p{L}*',
  '連絡',
  '伝え',
  'hvad er',
  'hva er',
  'vad ar',
  'wat is',
  'qual e',
  'jakie jest',
  'mika on',
  'mi a',
  'nedir',
  'neydi',
  'mandi',
  'mandate\\w*',
  'podac',
  'przekaz\\w*',
  'сообщи\\p{L}*',
  'предоставьте',
  'read me',
  'read out',
  'read it',
  'dictate',
  'supply',
  'disclose',
  'include',
  'attach',
  'write',
  'drop',
  'pass (?:me|us|along|on)',
  'message',
  'spell',
  'repeat',
  'quote',
  'state',
  'fill in',
  'get me',
  'hand',
  'show',
  'photo',
  'picture',
  'screenshot',
  'copy of',
  'missing',
  'schick\\w*',
  'sende',
  'senden',
  'sendet',
  'sendest',
  'sendt',
  'nenn\\w*',
  'gib',
  'geben',
  'bestatig\\w*',
  'mitteil\\w*',
  'teilen',
  'teile',
  'brauch\\w*',
  'benotig\\w*',
  'antworte\\w*',
  'wie lautet',
  'lautet',
  'envoy\\w*',
  'donne\\w*',
  'confirme\\w*',
  'communique\\w*',
  'fourni\\w*',
  'transmet\\w*',
  'indique\\w*',
  'besoin',
  'quel est',
  'quels sont',
  'envia\\w*',
  'envie\\w*',
  'enviar\\w*',
  'envio',
  'mande\\w*',
  'manda',
  'mandar\\w*',
  'mandami',
  'dame',
  'dime',
  'digame',
  'facilite\\w*',
  'facilita(?:r|me|nos|rme|rnos)?',
  'necesit\\w*',
  'proporcion\\w*',
  'cual es',
  'comparta\\w*',
  'comparte\\w*',
  'compartir\\w*',
  'compartilh\\w*',
  'informe',
  'confirma\\w*',
  'precis[oa]',
  'precisamos',
  'precisez',
  'qual e',
  'forneca',
  'invia\\w*',
  'inviare\\w*',
  'invii',
  'fornis\\w*',
  'comunic\\w*',
  'mi dia',
  'dammi',
  'stuur\\w*',
  'geef',
  'bevestig\\w*',
  'skicka',
  'podaj',
  'wyslij',
  'gonder\\w*',
  'podaj\\w*',
  'wyslij\\w*',
  'przeslij\\w*',
  'potwierdz\\w*',
  'potrzebuj\\w*',
  'prosimy o',
  'prosze o',
  'paylas\\w*',
  'ilet\\w*',
  'yaz\\w*',
  'bildir\\w*',
  'soyle\\w*',
  'onayla\\w*',
  'lazim',
  'gerek\\w*',
  'skicka\\w*',
  'ange',
  'uppge',
  'uppgi\\w*',
  'bekrafta\\w*',
  'behover',
  'meddela',
  'oplys\\w*',
  'bekraeft\\w*',
  'send',
  'skriv\\w*',
  'brug for',
  'har brug for',
  'doorgeven',
  'doorgeeft',
  'geven',
  'nodig',
  'laat (?:me|ons) weten',
  'пришл\\p{L}*',
  'отправ\\p{L}*',
  'вышли\\p{L}*',
  'сообщите',
  'сообщи',
  'назовите',
  'укажите',
  'подтвердите',
  'скажи\\p{L}*',
  'продиктуйте',
  'нужен',
  'нужны',
  'нужно',
  'понадобит\\p{L}*',
  'какой',
  '请',
  '发送',
  '发给',
  '发我',
  '提供',
  '告诉',
  '告知',
  '回复',
  '需要',
  '教えて',
  '送って',
  'お送り',
  'ご連絡',
  '送信',
  '入力',
  'お知らせ',
  '必要',
  '보내',
  '알려',
  '입력',
  '필요',
  '회신',
  'ارسل',
  'ارسال',
  'يرجى',
  'الرجاء',
  'زودنا',
  'تزويدنا',
  'اخبرني',
];

/** A secret that stands beside its value. */
const VALUE =
  /^[\s"'(]{0,3}(?:(?:(?:is|was|are|ist|lautet|est|es|e|sind|war|sera)(?![\p{L}\p{N}])|:|=|-|->|=>|→|–|—|是|：)[\s"']{0,3}){1,3}(\S{2,64})/u;
const FILLER =
  /^(?:the|a|an|not|no|now|required|needed|being|very|safe|secure|important|never|always|only|also|still|due|expired|changed|reset|stored|sent|handled|managed|optional|kept|in|on|for|to|at|under|covered|part|described|that|this|our|hier|nicht|pas|no)\b/;

const NOT_ASKING =
  /(?:never|do not|don t|dont|will not|won t|wont|cannot|can t|must not|should not|shouldn t|not to|without|niemals|nicht|nie|jamais|nunca|no)(?: \p{L}+){0,3}? (?:asks?|asking|share|sharing|send|sending|give|giving|need|needing|require|requiring|request|requesting|disclose|enter|entering|provide|reply|tell|reveal|weitergeben|teilen|nach|demandons|partagez|comparta\p{L}*|pedimos)(?: \p{L}+){0,6}|(?<!\p{L})ne (?:\p{L}+ )?\p{L}+(?:ez|ons|era) jamais(?: \p{L}+){0,6}|(?<!\p{L})(?:geben|teilen|nennen|senden|verraten) sie(?: \p{L}+){1,6}? (?:niemals|nie|keinesfalls)(?: \p{L}+)?/gu;

/** What may stand before the name of a secret in a request without a verb: "Hi, your SSN please". */
const ONLY_NAMED =
  /^[^\p{L}\p{N}]*(?:(?:and|also|hi|hello|hey|ok|okay|now|so|then|just|next|first|your|ur|the|a|an|full|current|new|old|exact|complete|valid|ihre?n?|eure?|dein\p{L}*|und|votre|vos|ton|et|su|sus|tu|y|seu|sua|e|il|la|suo|tuo|uw|je|ваш\p{L}*|твой)[^\p{L}\p{N}]+)*$/u;
const PLEASE =
  /^[^\n]{0,40}?(?<!\p{L})(?:please|pls|plz|bitte|por favor|s il (?:vous|te) plait|svp|per (?:favore|cortesia|piacere)|alstublieft|alsjeblieft|tack|prosze|пожалуйста|lutfen)(?!\p{L})[^\p{L}\p{N}]*$/u;
const QUESTION = /^s? ?[?]/u;

/** Requests that name no secret. */
const PLAIN_REQUEST =
  /(?<!\p{L})what (?:do|did|would) (?:you|u) (?:type|enter|use|key|put)(?: in)? (?:to|when) (?:you )?(?:sign|log) ?(?:in|on)(?!\p{L})|(?<!\p{L})(?:what|which) (?:digits|numbers?|codes?) (?:does|do|did|is|are|has)[^.!?\n]{0,30} authenticator(?!\p{L})|(?<!\p{L})(?:what|which) (?:pass ?word|pass ?code|pin)(?= ?[?]| (?:do|did|should) )/u;

const edge = (body: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${body})(?![\\p{L}\\p{N}])`, 'gu');
/** Scripts whose words are not between spaces, or change their ends. */
const CJK = /[\u0600-\u06ff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/u;
const alternatives = (phrases: readonly string[]): RegExp =>
  new RegExp(
    [
      edge(
        phrases
          .filter((each) => !CJK.test(each))
          .map(unmarked)
          .join('|'),
      ).source,
      ...phrases.filter((each) => CJK.test(each)).flatMap((each) => [each, unmarked(each)]),
    ].join('|'),
    'gu',
  );

const SECRET = alternatives(SECRETS);
const ASKED = alternatives(ASKING);
/** Names that ordinary mail has in other meanings: only beside a value or a narrow request. */
const WEAK =
  /^(?:login|pin|tan|rib|otp|credentials|nino|iban|ibans|identifiants?|security questions?|access tokens?|e)$/;
/** Names long enough to be found within letters that were put together. */
const HIDDEN =
  /password|passcode|passphrase|onetimecode|verificationcode|cardnumber|creditcard|socialsecurity|bankdetails|bankaccount|logindetails|apikey|privatekey|seedphrase|pincode|sortcode|routingnumber|passwort|motdepasse|contrasena|securitycode/;

const AROUND = 70;
/** How much nearer a word that asks must be to a name with other meanings. */
const NEAR = 20;
/** What makes another thing of the name of a secret: the page of a login, the policy of passwords. */
const ABOUT =
  /^ ?(?:pages?|screens?|courses?|forms?|flows?|buttons?|issues?|bugs?|problems?|errors?|tickets?|rotations?|polic(?:y|ies)|managers?|fields?|resets?|links?|reviews?|audits?|teams?|process\w*|mock\S*|tests?|training|requirements?|rules?|settings?|lookups?|apis?|docs|documentation|format|length|strength|attempts?|prompts?|fail\w*|hash\w*|storage|vaults?|check(?:s|er)?|validation|rate|usage|market|stocks?|compan\w+|fees?|industry|fraud|payments?|volumes?|readers?|terminals?)(?!\p{L})/u;
/** Words that ask when they stand before a name, but behind it only with what they ask for. */
const ONLY_BEFORE =
  /^(?:needs?|require|want|request|requesting|state|quote|show|missing|include|attach|message|type|text|e?mail|write|drop|hand|copy of|picture|photo|screenshot|enter|spell|repeat|submit|share|update us|what (?:is|are|s|was)|whats|confirm\w*|validate|verify|verifying|reply|respond|sent|sending|informe|indique\w*)$/u;
const OBJECT = /^ (?:it|them|that|this|me|us|back|over|to (?:me|us)|here|asap|now|today|please)(?!\p{L})/u;

/** Punctuation inside sentences as spaces, so that phrases are words between spaces. */
function spaced(text: string): string {
  return text.replace(/[’'`´_*~-]+/g, ' ').replace(/[^\S\n]+/g, ' ');
}

/** The same for what is told, with the signs of passwords. */
function told(text: string): string {
  return text
    .replace(/(?<=\p{L})[’'`´](?=\p{L})/gu, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(NOT_ASKING, ' ');
}

/** Whether a text asks for a secret, confirms one or contains one. `text` is folded. */
export function asksForSecret(text: string): boolean {
  const [plain = '', ...others] = readings(text);
  if (namesSecret(plain)) return true;
  // Nobody hides such a word who does not ask for it.
  const isShown = (reading: string): boolean => HIDDEN.test(reading.replace(/(?<=\p{L}{2})[ \n](?=\p{L}{2})/gu, ''));
  if (plain !== text && isShown(plain) && !isShown(text)) return true;
  return others.some((reading) => namesSecret(reading) || (hasHiddenWord(reading) && !isShown(plain)));
}

function hasHiddenWord(reading: string): boolean {
  return reading.split(/\s+/).some((word) => HIDDEN.test(word));
}

function namesSecret(reading: string): boolean {
  const text = spaced(reading).replace(NOT_ASKING, ' ');
  if (tellsSecret(told(reading)) || PLAIN_REQUEST.test(text)) return true;
  for (const match of text.matchAll(SECRET)) {
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + AROUND * 2);
    if (ABOUT.test(after)) continue;
    const value = VALUE.exec(after.trimStart())?.[1];
    if (value !== undefined && !FILLER.test(value) && looksSecret(value, match[0])) return true;
    const reach = WEAK.test(match[0]) ? NEAR : AROUND;
    const before = lastSentence(text.slice(Math.max(0, match.index - reach), match.index));
    const behind = firstSentence(after.slice(0, reach));
    if (asks(before) || asksBehind(behind)) return true;
    if (!ONLY_NAMED.test(before.split('\n').at(-1) ?? '')) continue;
    if (PLEASE.test(behind.split('\n')[0] ?? '') || (QUESTION.test(after) && !WEAK.test(match[0]))) return true;
  }
  return false;
}

/** Ends of words that say how a password is, and other words that do. */
const QUALITY =
  /(?:ed|ing|able|ible|ent|ly|al|ic|ous|ful|less|ten|elt|aufen|perrt|setzt|lich|tig|e|ee|da|do|ta|to|te|ti|ato|ata|tory)$|^(?:wrong|ok|okay|fine|correct|right|weak|strong|short|long|old|new|safe|unique|on|up|out|off|yours?|mine|back|set)$/;

function looksSecret(value: string, name: string): boolean {
  const plain = value.replace(/[.,;:!?)"']+$/, '');
  if (/\d|[^\p{L}\p{N}\s.,;:]/u.test(plain)) return true;
  return /pass|kenn|senha|contrasena|парол|密码/.test(name) && !QUALITY.test(plain);
}

const asks = (text: string): boolean => {
  ASKED.lastIndex = 0;
  return ASKED.test(text);
};
const asksBehind = (text: string): boolean =>
  Array.from(text.matchAll(ASKED)).some(
    ({ 0: word, index }) => !ONLY_BEFORE.test(word) || OBJECT.test(text.slice(index + word.length)),
  );
const lastSentence = (text: string): string => text.split(/[.!?\n](?=\s)/).at(-1) ?? '';
const firstSentence = (text: string): string => text.split(/[.!?\n](?=\s|$)/)[0] ?? '';
