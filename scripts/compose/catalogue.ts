// The demo catalogue: fictional artists, their songs, and the faults some of them were given on purpose.
import {
  type Flaw,
  type Genre,
  type Mode,
  type Register,
  randomSpec,
  type SongSpec,
  type Substyle,
  type VocalKind,
} from './song-spec.ts';

export interface CatalogueEntry {
  artistName: string;
  trackTitle: string;
  phoneNumber: string;
  spec: SongSpec;
}

interface Brief {
  artist: string;
  title: string;
  style: Substyle;
  bpm: number;
  tonic: number;
  mode: Mode;
  register: Register;
  form: string;
  lufs: number;
  flaws?: Flaw[];
  vocal?: VocalKind;
}

const A = 9;
const B = 11;
const C = 0;
const D = 2;
const E = 4;
const F = 5;
const G = 7;
const SHARP = 1;

/** One line a song; the place in its list fixes seed and telephone number, so add at the end. */
const BRIEFS: Record<Genre, readonly Brief[]> = {
  'Hip Hop': [
    {
      artist: 'Dre Palomar',
      title: 'Low Ceiling',
      style: 'boom-bap',
      bpm: 90,
      tonic: F,
      mode: 'minor',
      register: 'low',
      form: 'compact',
      lufs: -11,
    },
    {
      artist: 'Nine Lanterns',
      title: 'Receipts',
      style: 'trap',
      bpm: 142,
      tonic: C + SHARP,
      mode: 'minor',
      register: 'mid',
      form: 'classic',
      lufs: -9.8,
    },
    {
      artist: 'Tobi Marchetti',
      title: 'Corner Store Gospel',
      style: 'boom-bap',
      bpm: 94,
      tonic: D,
      mode: 'minor',
      register: 'mid',
      form: 'direct',
      lufs: -12.2,
    },
    {
      artist: 'Calloway Reed',
      title: 'Night Shift',
      style: 'trap',
      bpm: 136,
      tonic: G,
      mode: 'minor',
      register: 'low',
      form: 'turn',
      lufs: -9.5,
      flaws: ['clipped'],
    },
    {
      artist: 'Juno Bascombe',
      title: 'Third Rail',
      style: 'boom-bap',
      bpm: 86,
      tonic: A,
      mode: 'minor',
      register: 'high',
      form: 'compact',
      lufs: -13,
      flaws: ['buried-vocal'],
    },
    {
      artist: 'Mad Almanac',
      title: 'Sixteen Floors Up',
      style: 'trap',
      bpm: 148,
      tonic: E,
      mode: 'minor',
      register: 'mid',
      form: 'loop',
      lufs: -12,
      flaws: ['loop-only', 'boomy'],
    },
  ],
  'R&B': [
    {
      artist: 'Kofi Laine',
      title: 'Slow Elevator',
      style: 'slow-jam',
      bpm: 70,
      tonic: E,
      mode: 'minor',
      register: 'low',
      form: 'short',
      lufs: -13,
    },
    {
      artist: 'Amara Solis',
      title: 'Velvet Hour',
      style: 'neo-soul',
      bpm: 84,
      tonic: G,
      mode: 'major',
      register: 'high',
      form: 'compact',
      lufs: -12.5,
    },
    {
      artist: 'Ines Duarte-Cole',
      title: 'Half Past Honest',
      style: 'neo-soul',
      bpm: 90,
      tonic: A + SHARP,
      mode: 'major',
      register: 'mid',
      form: 'direct',
      lufs: -12,
    },
    {
      artist: 'Rowan Achebe',
      title: 'Blue Hallway',
      style: 'slow-jam',
      bpm: 66,
      tonic: B,
      mode: 'minor',
      register: 'mid',
      form: 'short',
      lufs: -14,
      flaws: ['quiet'],
    },
    {
      artist: 'Saoirse Banks',
      title: 'Leave the Light',
      style: 'slow-jam',
      bpm: 73,
      tonic: F,
      mode: 'major',
      register: 'high',
      form: 'short',
      lufs: -13.5,
      flaws: ['dull'],
    },
    {
      artist: 'Malik Fontaine',
      title: 'Two Spoons',
      style: 'neo-soul',
      bpm: 78,
      tonic: C,
      mode: 'minor',
      register: 'mid',
      form: 'compact',
      lufs: -14,
      flaws: ['hiss'],
      vocal: 'none',
    },
  ],
  Pop: [
    {
      artist: 'Elle Vantor',
      title: 'Paper Sun',
      style: 'four-floor',
      bpm: 122,
      tonic: A,
      mode: 'minor',
      register: 'high',
      form: 'turn',
      lufs: -10,
    },
    {
      artist: 'Harbour & Pine',
      title: 'Glass Parade',
      style: 'backbeat',
      bpm: 112,
      tonic: D,
      mode: 'major',
      register: 'mid',
      form: 'turn',
      lufs: -10.8,
    },
    {
      artist: 'Priya Castellane',
      title: 'Loud in Here',
      style: 'four-floor',
      bpm: 126,
      tonic: F + SHARP,
      mode: 'minor',
      register: 'high',
      form: 'lift',
      lufs: -9.8,
    },
    {
      artist: 'Soft Machinery Club',
      title: 'Postcard Weather',
      style: 'backbeat',
      bpm: 104,
      tonic: C,
      mode: 'major',
      register: 'mid',
      form: 'direct',
      lufs: -11.5,
    },
    {
      artist: 'Leon Vasquez-Hart',
      title: 'Almost Famous Street',
      style: 'backbeat',
      bpm: 116,
      tonic: E,
      mode: 'major',
      register: 'low',
      form: 'late',
      lufs: -11,
      flaws: ['late-hook'],
    },
    {
      artist: 'Yuki Brandvold',
      title: 'Copy of a Copy',
      style: 'four-floor',
      bpm: 118,
      tonic: G,
      mode: 'minor',
      register: 'high',
      form: 'turn',
      lufs: -11,
      flaws: ['mono'],
    },
  ],
  Dancehall: [
    {
      artist: 'Mina Okafor',
      title: 'Saltwater Teeth',
      style: 'dembow',
      bpm: 96,
      tonic: F,
      mode: 'minor',
      register: 'high',
      form: 'compact',
      lufs: -10.5,
    },
    {
      artist: 'Deacon Bright',
      title: 'Zinc Fence',
      style: 'bashment',
      bpm: 102,
      tonic: A,
      mode: 'minor',
      register: 'mid',
      form: 'direct',
      lufs: -10.2,
    },
    {
      artist: 'Lady Tamarind',
      title: 'Sugar Pot',
      style: 'dembow',
      bpm: 92,
      tonic: G,
      mode: 'major',
      register: 'high',
      form: 'compact',
      lufs: -11.5,
    },
    {
      artist: 'Empress Calder',
      title: 'Wheel and Come Again',
      style: 'bashment',
      bpm: 98,
      tonic: D,
      mode: 'minor',
      register: 'high',
      form: 'compact',
      lufs: -10.8,
      flaws: ['phasey'],
    },
    {
      artist: 'Fitzroy Lane',
      title: 'Yard Light',
      style: 'dembow',
      bpm: 100,
      tonic: C,
      mode: 'minor',
      register: 'low',
      form: 'loop',
      lufs: -12,
      flaws: ['loop-only'],
    },
    {
      artist: 'Selecta Moss',
      title: 'Front Gate',
      style: 'bashment',
      bpm: 105,
      tonic: B,
      mode: 'minor',
      register: 'mid',
      form: 'late',
      lufs: -9.6,
      flaws: ['late-hook', 'clipped'],
    },
  ],
};

/** American area codes; 555-0100 to 555-0199 are set aside for fiction. */
const AREAS = ['202', '213', '312', '404', '305', '713'] as const;

export function listCatalogue(): CatalogueEntry[] {
  let number = 0;
  return (Object.entries(BRIEFS) as [Genre, readonly Brief[]][]).flatMap(([genre, briefs], g) =>
    briefs.map((brief, i) => {
      number++;
      return {
        artistName: brief.artist,
        trackTitle: brief.title,
        phoneNumber: `+1${AREAS[i % AREAS.length]}55501${String(number).padStart(2, '0')}`,
        spec: specOf(brief, genre, 4000 + 100 * g + i),
      };
    }),
  );
}

function specOf(brief: Brief, genre: Genre, seed: number): SongSpec {
  const sings: Record<Genre, VocalKind> = {
    'Hip Hop': 'rap',
    'R&B': 'sung',
    Pop: 'sung',
    Dancehall: 'toast',
  };
  return randomSpec(seed, genre, {
    substyle: brief.style,
    tempoBpm: brief.bpm,
    tonic: brief.tonic,
    mode: brief.mode,
    register: brief.register,
    form: brief.form,
    targetLufs: brief.lufs,
    targetSeconds: 32,
    vocal: brief.vocal ?? sings[genre],
    flaws: brief.flaws ?? [],
  });
}

/** File name of a song: 'low-ceiling.mp3'. */
export function fileNameOf(title: string): string {
  return `${title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}.mp3`;
}
