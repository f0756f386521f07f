/** Numbers and choices that both sides know. */

export const SUBJECTS = ['track', 'album'] as const;
export type Subject = (typeof SUBJECTS)[number];

export const EXPLICIT = ['explicit', 'clean', 'none'] as const;

/** By the names of DDEX's contributor roles. */
export const WRITER_ROLES = ['ComposerLyricist', 'Composer', 'Lyricist', 'Arranger', 'Translator'] as const;
export type WriterRole = (typeof WRITER_ROLES)[number];

export const TERRITORY_MODES = ['world', 'only', 'except'] as const;

/** Of a title or a name, and how many names, as stores take them. */
export const MOST_LETTERS = 255;
export const MOST_NAMES = 20;
/** As a draft keeps them: what is too long is named, and nothing of it lost. */
export const DRAFT_LETTERS = 1000;
export const DRAFT_NAMES = 60;
export const MOST_WRITERS = 40;
export const MOST_TRACKS = 3;

/** Pixels on each side that every store takes. */
export const COVER_PIXELS = 3000;
/** And beyond which no store needs any: a small file may unfold into gigabytes. */
export const MOST_COVER_PIXELS = 6000;
export const COVER_BYTES = 10 * 1024 * 1024;

export const MASTER_STATES = ['arriving', 'checking', 'kept', 'refused'] as const;
export type MasterState = (typeof MASTER_STATES)[number];
export const MASTER_BYTES = 500 * 1024 * 1024;
/** For all of a number's masters that nobody paid a release for. */
export const UNPAID_BYTES = 3 * MASTER_BYTES;
/** How long a master that looks encoded is kept for somebody to accept it all the same. */
export const DOUBT_DAYS = 14;
/** Masters are sent and stored in pieces of this size; only the last is smaller. */
export const MASTER_PIECE_BYTES = 8 * 1024 * 1024;

export const DELIVERY_KINDS = ['release', 'update', 'takedown'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];
export const DELIVERY_STATES = ['sending', 'sent', 'accepted', 'live', 'refused', 'withdrawn'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
/** What a package is, before it was sent and after. */
// biome-ignore format: one line
export const PACKAGE_STATES = ['missing', 'ready', 'sending', 'sent', 'accepted', 'live', 'refused', 'taken-down'] as const;
export type PackageState = (typeof PACKAGE_STATES)[number];

/** The genres that stores file releases under. */
export const STORE_GENRES = [
  ...['Alternative', 'Ambient', 'Blues', "Children's Music", 'Christian & Gospel', 'Classical', 'Comedy'],
  ...['Country', 'Dance', 'Drum & Bass', 'Electronic', 'Folk', 'Funk', 'Hip-Hop/Rap', 'Holiday', 'House'],
  ...['Indie', 'Instrumental', 'Jazz', 'K-Pop', 'Latin', 'Metal', 'New Age', 'Pop', 'Punk', 'R&B/Soul'],
  ...[
    'Reggae',
    'Rock',
    'Singer/Songwriter',
    'Soundtrack',
    'Spoken Word',
    'Techno',
    'Trance',
    'Vocal',
    'World',
  ],
] as const;

/** ISO 639-1, as the stores ask for it; zxx stands for no words at all. */
export const LANGUAGES = [
  ...[
    'zxx',
    'af',
    'ar',
    'bg',
    'bn',
    'ca',
    'cs',
    'cy',
    'da',
    'de',
    'el',
    'en',
    'es',
    'et',
    'eu',
    'fa',
    'fi',
    'fr',
  ],
  ...[
    'ga',
    'gl',
    'gu',
    'he',
    'hi',
    'hr',
    'ht',
    'hu',
    'hy',
    'id',
    'is',
    'it',
    'ja',
    'ka',
    'kk',
    'kn',
    'ko',
    'ku',
  ],
  ...[
    'la',
    'lt',
    'lv',
    'mk',
    'ml',
    'mn',
    'mr',
    'ms',
    'mt',
    'my',
    'ne',
    'nl',
    'no',
    'pa',
    'pl',
    'ps',
    'pt',
    'ro',
  ],
  ...[
    'ru',
    'sa',
    'sk',
    'sl',
    'so',
    'sq',
    'sr',
    'sv',
    'sw',
    'ta',
    'te',
    'th',
    'tl',
    'tr',
    'uk',
    'ur',
    'uz',
    'vi',
  ],
  ...['xh', 'yi', 'yo', 'zh', 'zu'],
] as const;

/** ISO 3166-1, two letters each. */
export const TERRITORIES: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT ' +
  'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG ' +
  'UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ');
