import { unmarked } from './fold.js';

/*
 * Passwords, codes and login details that a text tells or confirms. Texts are folded, with the signs between words of a
 * sentence as spaces.
 */

const PASSWORD = [
  'pass ?(?:word|code|phrase)s?',
  'pw',
  'pwd',
  'passwd',
  'pass ?wort\\w*',
  'kennwort\\w*',
  'mots? de passe',
  'mdp',
  'contrasenas?',
  'clave(?: de acceso)?',
  'senhas?',
  'palavra passe',
  'parola d ordine',
  'wachtwoord\\w*',
  'hasl[oaeu]\\w*',
  'парол\\p{L}*',
  'sifre\\w*',
  'parola\\w*',
  'losenord\\w*',
  'adgangskode\\w*',
  'kodeord\\w*',
  'contrasenya',
  'salasana',
  'jelszo',
  'kata sandi',
  'heslo',
  'log ?in',
  'credentials',
  'secret phrase',
  'كلمة (?:المرور|السر)',
].join('|');
const CODE = [
  '(?:one ?time|verification|security|confirmation|log ?in|sign ?in|access|auth\\w*|2fa|mfa|sms|recovery|backup|otp|door|alarm|gate|vault|banking|card) (?:codes?|pins?|passcodes?)',
  'otps?',
  'kode otp(?: anda)?',
  'pins?',
  'pin ?(?:codes?|numbers?)',
  'tans?',
  'cvv2?',
  'cvc2?',
  'passcodes?',
  'einmal\\w+',
  'bestatigungscode\\w*',
  'sicherheitscode\\w*',
  'prufziffer',
  'codes? (?:de |d )?(?:verification|securite|confirmation|acces|secret|sms|pin|a usage unique)',
  'codigos? (?:de )?(?:verificacion|verificacao|seguridad|seguranca|confirmacion|confirmacao|acceso|acesso|sms|pin)',
  'codice (?:di verifica|otp|segreto|pin|di sicurezza|di conferma)',
  '(?:verificatie|beveiligings|bevestigings|toegangs|pin|inlog)code',
  'kod\\w* (?:weryfikacyjn\\w+|pin|sms|potwierdz\\w+|dostepu)',
  '(?:verifierings|sakerhets|engangs|bekraftelse|pin)kod\\w*',
  '(?:bekraeftelses|engangs|sikkerheds|pin)kode\\w*',
  '(?:dogrulama|onay|guvenlik) kod\\w*',
  'код\\p{L}* (?:подтверждения|доступа|безопасности|из смс)',
  'пин ?код\\p{L}*',
  'رمز (?:التحقق|الامان|التاكيد)',
].join('|');
const CJK_NAME =
  '认证码|校验码|动态码|パスワード|ハスワート|暗証番号|認証コード|確認コード|ワンタイム\\S{0,6}|密码|验证码|口令|비밀번호|암호|인증번호|인증 ?코드|핀 ?번호';
const IS =
  '(?:is|was|are|remains|stays|reads|ist|lautet|bleibt|war|est|reste|es|sigue siendo|era|continua|e|rimane|resta|blijft|to|jest|ar|er|は|是|为|是：|는|은|이|가|هي|هو|to|now|adalah|set to|changed to|reset to|=|:|：|->|=>|→|–|—|-)';
const STILL =
  '(?:still|now|just|again|currently|simply|always|immer noch|noch|weiterhin|toujours|encore|siempre|todavia|aun|ainda|sempre|ancora|nog|steeds|nadal|wciaz|по прежнему|все еще|hala|fortfarande|stadig|:|=)';
/** A token that is no word. */
const MIXED = '(?=\\S{4,64}(?:\\s|$|[.,;!?)]))(?=\\S{0,63}[\\d!#$%&*+@^_=~])(?=\\S{0,63}\\p{L})\\S';
const QUOTED = '["\'«“„‘「『](?! )[^"\'»”“’」』\\n]{3,60}["\'»”“’」』]';
const NUMBER = '(?!(?:19|20)\\d{2}(?!\\d))\\d{3,10}(?!\\d)|\\d{2,4}[ -]\\d{2,4}(?:[ -]\\d{2,4})?(?!\\d)';
const WORDS = '(?: [^\\s.!?;:]{1,24}){0,7}?';

const OF = '(?:the|my|your|our|der|die|das|ihr|mein|le|mon|votre|el|mi|su|o|meu|il|de|mijn)';

const start = '(?<![\\p{L}\\p{N}])';
const end = '(?![\\p{L}\\p{N}])';
const TOLD: readonly RegExp[] = [
  // The password we agreed on is Tulip-4471
  new RegExp(`${start}(?:${PASSWORD})${end}${WORDS} ?${IS} ?(?:${STILL} ){0,2}"?(?:${MIXED})`, 'u'),
  new RegExp(`${start}(?:${PASSWORD})${end}[^.!?\\n]{0,40} (?:${QUOTED})`, 'u'),
  new RegExp(`${start}(?:${PASSWORD}|${CODE})${end}${WORDS} ?${IS} ?(?:${STILL} ){0,2}(?:${NUMBER})`, 'u'),
  new RegExp(`${start}(?:${CODE})${end}:? (?:of )?(?:${NUMBER})`, 'u'),
  // Use 5590 as the pin
  new RegExp(
    `(?:(?<![\\d.,])(?:\\d{4,8}|\\d{3}[ -]\\d{3})|${MIXED}{3,63}|${QUOTED})"? (?:as|als|comme|como|come) (?:${OF} )?(?:[^\\s.,;:!?]{1,24} ){0,2}?(?:${CODE}|${PASSWORD})${end}`,
    'u',
  ),
  // I set it to Juniper.66; that is the password
  new RegExp(
    `(?:${QUOTED}|${start}${MIXED}{3,63})[^\\n]{0,60}? (?:that|this|which|it|das|c|ce|eso|esa|esta|isso|questa|dat|dit) (?:is|was|s|ist|est|es|e) (?:${OF} )(?:[^\\s.,;:!?]{1,24} )?(?:${PASSWORD}|${CODE})${end}`,
    'u',
  ),
  // 482913 is the code that I got
  new RegExp(
    `(?<![\\d.,])(?:\\d{4,8}|\\d{3}[ -]\\d{3})(?![\\d.,]\\d)"? ?(?:${IS} ?(?:${OF} )?(?:[^\\s.,;:!?]{1,24} )?|[,-] ?${OF} (?:[^\\s.,;:!?]{1,24} )?)(?:${CODE}|${PASSWORD})${end}`,
    'u',
  ),
  /(?<![\d.,])(?:\d{4,8}|\d{3}[ -]\d{3})(?![\d.,]\d) (?:is|was|ist|est|es|e) (?:the |my |your |der |le |el |o |il )?(?:code|codigo|codice|one|number) (?:that |which )?(?:(?:the|my|your) \p{L}{1,24} )?(?:i|you|we|they|it|just|from|sent|texted|arrived|came|on|in)/u,
  /(?<![\p{L}\p{N}])(?:the|your|my|our|this|that|der|dein|ihr|le|el|o|il|de) (?:code|codigo|codice|kod)(?! (?:postale?|promo\p{L}*|article|barre|iso|source|civile?|penal\p{L}*|produit|client\p{L}*|projet|pays|fiscale?|ape|naf|insee|product|project|articolo|articulo|de descuento|de barras|a barre|paese|pais)(?!\p{L}))(?: [^\s.!?;:]{1,24}){0,7}? ?(?:is|was|:|=|est|ist|es|e|read|reads|said|says) ?(?:still |now )?(?:\d{4,8}|\d{3}[ -]\d{3})(?!\d)/u,
  /(?<![\p{L}\p{N}])code (?:i|you|we|they)(?: just| have)? (?:got|received|sent|texted|gave|was given)[^.!?\n]{0,30}\d{4,8}/u,
  // user ada, pass swordfish
  /(?<![\p{L}\p{N}])(?:user(?: ?name)?|log ?in|usuario|utilisateur|benutzer(?:name)?|gebruikersnaam|utente|anvandarnamn|brugernavn|kullanici adi|логин|uzytkownik|e ?mail)(?: is| ist| est| es)?[ :=]{1,3}\S{2,64}[\s,;/]{1,3}(?:and |und |et |y |e |en |och |og |ve |и |i |with |mit |avec |con |com )?(?:the |a |das |le |la |o )?(?:pass(?:word|wort|code)?|pw|pwd|kennwort|mot de passe|mdp|contrasena|clave|senha|wachtwoord|losenord|adgangskode|sifre|parola|пароль|haslo)(?: is| ist| est| es)?[ :=]{1,3}\S{3,64}/u,
  // login: ada / Meadow!27; user ada, then Meadow!27
  new RegExp(
    `${start}(?:user(?: ?name)?|log ?in|usuario|utilisateur|benutzer(?:name)?|gebruikersnaam|utente|логин)(?: ?[:=] ?\\S{2,64} ?[/|;,] ?| \\S{2,64} ?[,;] (?:and )?(?:then|dann|puis|luego|poi) )(?=\\S{0,63}[!#$%&*+@^_=~\\d])(?=\\S{0,63}\\p{L})(?=\\S{0,63}[\\d!#$%&*+^])\\S{5,64}`,
    'u',
  ),
  /(?<![\p{L}\p{N}])(?:log|sign) ?in (?:with|using|as) \S{2,64} (?:and|\/|with|plus) (?:password |the password |pass )?(?=\S{0,63}[\d!#$%&*+@^_])\S{4,64}/u,
];

const SECRET = `(?:${PASSWORD}|${CODE}|(?:credit |debit |bank )?card (?:number|details)|bank (?:details|account)|account number|sort code|routing number|iban|log ?in (?:details|data|credentials)|api keys?|social security number|passport number|zugangsdaten|bankverbindung|kontonummer|kartennummer|identifiants|coordonnees bancaires|numero de (?:carte|compte|tarjeta|cuenta)|datos bancarios|credenciales|dados bancarios|numero (?:do cartao|da conta)|dati bancari|numero (?:di conto|della carta)|rekeningnummer|inloggegevens|numer (?:konta|karty)|номер (?:карты|счета|паспорта)|kart numara\\w*|hesap numara\\w*|kortnummer|kontonummer)`;
const MINE =
  '(?:the|your|my|our|that|this|his|her|ihr\\w*|dein\\w*|mein\\w*|das|die|der|le|la|les|votre|vos|mon|el|tu|su|mi|seu|sua|meu|minha|il|il tuo|il mio|la tua|je|uw|mijn|twoje|moje|ваш\\p{L}*|мой|din|ditt|min|mitt|dit)';
const HOLDS =
  '(?:correct|right|valid|good|working|the same|unchanged|active|accurate|current|fine|confirmed|stimmt|korrekt|richtig|gultig|unverandert|exacte?s?|bons?|bonne|valides?|correct[ao]s?|cert[ao]s?|validas?|mism[ao]|giust[ao]|stess[ao]|corrett[ao]|valid[ao]|klopt|juist|geldig|prawidlow\\w*|poprawn\\w*|верн\\p{L}*|правильн\\p{L}*|действ\\p{L}*|dogru|gecerli|ratt|giltig\\w*|rigtig\\w*|gyldig\\w*|stemmer)';
const CONFIRMED: readonly RegExp[] = [
  new RegExp(
    `${start}(?:${MINE}) ${SECRET}${end}(?: (?!not\\b|policy|page|reset|manager|field|form|screen|rule)[^\\s.!?;:]{1,24}){0,8}? (?:is|are|was|remains|stays|still|ist|sind|est|sont|es|son|e|sono|zijn|jest|sa|ar|er)? ?(?:still |now |all |indeed |noch |immer noch |toujours |bien |todavia |ainda |ancora |nog )?${HOLDS}${end}`,
    'u',
  ),
  new RegExp(
    `${start}(?:${MINE}) (?:${PASSWORD}|${CODE}) (?:still |always )?(?:works|matches|worked|passt|funktioniert|fonctionne|funciona|functioneert|dziala|работает|calisiyor|fungerar|virker)${end}`,
    'u',
  ),
];

/** Japanese as folded: without the marks of its syllables. */
const CJK_TOLD = [CJK_NAME, unmarked(CJK_NAME)].map(
  (names) => new RegExp(`(?:${names})[^。.!?\\n]{0,20}?[「『"“]?(?=[\\w!@#$%^&*-]*\\d)[\\w!@#$%^&*-]{3,40}`, 'u'),
);

/** Whether a text tells a password, a code or login details, or confirms that one is right. */
export function tellsSecret(text: string): boolean {
  return (
    [...TOLD, ...CJK_TOLD].some((pattern) => pattern.test(text)) || CONFIRMED.some((pattern) => pattern.test(text))
  );
}
