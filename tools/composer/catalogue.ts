// The demo catalogue: fictional artists, their songs, and the faults some of them were given on purpose.
import {
  FLAWS,
  type Flaw,
  type Genre,
  type Mode,
  type Register,
  randomSpec,
  type SongSpec,
  type Substyle,
  type VocalKind,
} from './song-spec.ts';
import { NOTE_NAMES } from './theory.ts';

export interface CatalogueEntry {
  artistName: string;
  trackTitle: string;
  phoneNumber: string;
  spec: SongSpec;
}

/**
 * One line a song: artist | title | style | tempo | key | register of the voice | form | loudness in LUFS | faults.
 * The place in its list fixes seed and telephone number, so add at the end.
 */
const BILL: Record<Genre, readonly string[]> = {
  'Hip Hop': [
    'Dre Palomar | Low Ceiling | boom-bap | 90 | F minor | low | compact | -11',
    'Nine Lanterns | Receipts | trap | 142 | C# minor | mid | classic | -9.8',
    'Tobi Marchetti | Corner Store Gospel | boom-bap | 94 | D minor | mid | direct | -12.2',
    'Calloway Reed | Night Shift | trap | 136 | G minor | low | turn | -9.5 | clipped',
    'Juno Bascombe | Third Rail | boom-bap | 86 | A minor | high | compact | -13 | buried-vocal',
    'Mad Almanac | Sixteen Floors Up | trap | 148 | E minor | mid | loop | -12 | loop-only, boomy',
  ],
  'R&B': [
    'Kofi Laine | Slow Elevator | slow-jam | 70 | E minor | low | short | -13',
    'Amara Solis | Velvet Hour | neo-soul | 84 | G major | high | compact | -12.5',
    'Ines Duarte-Cole | Half Past Honest | neo-soul | 90 | A# major | mid | direct | -12',
    'Rowan Achebe | Blue Hallway | slow-jam | 66 | B minor | mid | short | -14 | quiet',
    'Saoirse Banks | Leave the Light | slow-jam | 73 | F major | high | short | -13.5 | dull',
    'Malik Fontaine | Two Spoons | neo-soul | 78 | C minor | mid | compact | -14 | no voice, hiss',
  ],
  Pop: [
    'Elle Vantor | Paper Sun | four-floor | 122 | A minor | high | turn | -10',
    'Harbour & Pine | Glass Parade | backbeat | 112 | D major | mid | turn | -10.8',
    'Priya Castellane | Loud in Here | four-floor | 126 | F# minor | high | lift | -9.8',
    'Soft Machinery Club | Postcard Weather | backbeat | 104 | C major | mid | direct | -11.5',
    'Leon Vasquez-Hart | Almost Famous Street | backbeat | 116 | E major | low | late | -11 | late-hook',
    'Yuki Brandvold | Copy of a Copy | four-floor | 118 | G minor | high | turn | -11 | mono',
  ],
  Dancehall: [
    'Mina Okafor | Saltwater Teeth | dembow | 96 | F minor | high | compact | -10.5',
    'Deacon Bright | Zinc Fence | bashment | 102 | A minor | mid | direct | -10.2',
    'Lady Tamarind | Sugar Pot | dembow | 92 | G major | high | compact | -11.5',
    'Empress Calder | Wheel and Come Again | bashment | 98 | D minor | high | compact | -10.8 | phasey',
    'Fitzroy Lane | Yard Light | dembow | 100 | C minor | low | loop | -12 | loop-only',
    'Selecta Moss | Front Gate | bashment | 105 | B minor | mid | late | -9.6 | late-hook, clipped',
    'Coralie Banton | Rum Line | bashment | 94 | E minor | high | direct | -11',
  ],
};

/** American area codes; 555-0100 to 555-0199 are set aside for fiction. */
const AREAS = ['202', '213', '312', '404', '305', '713'] as const;
const VOICES: Record<Genre, VocalKind> = { 'Hip Hop': 'rap', 'R&B': 'sung', Pop: 'sung', Dancehall: 'toast' };

export function listCatalogue(): CatalogueEntry[] {
  let number = 0;
  return (Object.entries(BILL) as [Genre, readonly string[]][]).flatMap(([genre, lines], g) =>
    lines.map((line, i) => {
      number++;
      const phoneNumber = `+1${AREAS[i % AREAS.length]}55501${String(number).padStart(2, '0')}`;
      return { ...readLine(line, genre, 4000 + 100 * g + i), phoneNumber };
    }),
  );
}

function readLine(line: string, genre: Genre, seed: number): Omit<CatalogueEntry, 'phoneNumber'> {
  const [artistName, trackTitle, style, tempo, key, register, form, lufs, marks = ''] = line.split(' | ');
  const [note, mode] = key.split(' ');
  const flaws = FLAWS.filter((flaw: Flaw) => marks.split(', ').includes(flaw));
  const spec = randomSpec(seed, genre, {
    substyle: style as Substyle,
    tempoBpm: Number(tempo),
    tonic: NOTE_NAMES.indexOf(note as (typeof NOTE_NAMES)[number]),
    mode: mode as Mode,
    register: register as Register,
    form,
    targetLufs: Number(lufs),
    targetSeconds: 32,
    vocal: marks.includes('no voice') ? 'none' : VOICES[genre],
    flaws,
  });
  return { artistName, trackTitle, spec };
}

/** File name of a song: 'low-ceiling.mp3'. */
export function fileNameOf(title: string): string {
  return `${title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}.mp3`;
}
