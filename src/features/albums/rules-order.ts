/** The notes on the order: the path of keys and tempos as sent, the arc, and whether another order flows better. */
import { type Counted, sayTempo } from '#features/scoring/rules-tempo.ts';
import { sayKey } from '#features/scoring/rules-wording.ts';
import type { AlbumAnalysis } from './contract-analysis.ts';
import { type AlbumTrack, endOf, startOf, type Three } from './rules-album.ts';
import { sayKeyStep, tempoChange } from './rules-keys.ts';
import { arcOf, findBestOrder, ORDERS, stepCost } from './rules-sequence.ts';

const GIVEN = ORDERS[0];
/** Steps above this are worth a warning, 0 to 1. */
const JOLT = 0.45;

export function describeOrder(tracks: Three<AlbumTrack>, energies: Three<number>): AlbumAnalysis['order'] {
  const { order, cost, givenCost } = findBestOrder(tracks, energies);
  const isBest = order === GIVEN;
  const arc = arcOf(energies, GIVEN).name;
  const titles = order.map((index) => `“${tracks[index].title}”`).join(', ');
  const notes = isBest
    ? `Your order is the one that flows best: ${arc}.`
    : `As sent the energy makes ${arc}. It flows better as ${titles}: ${arcOf(energies, order).name} (${Math.round((givenCost - cost) * 100)} points smoother).`;
  return {
    best: [order[0] + 1, order[1] + 1, order[2] + 1],
    isBest,
    arc,
    notes,
    steps: [describeStep(tracks, 0), describeStep(tracks, 1)],
  };
}

function describeStep(tracks: Three<AlbumTrack>, index: 0 | 1) {
  const [from, to] = [tracks[index], tracks[index + 1]];
  const change = Math.round(tempoChange(from.sound.tempoBpm, to.sound.tempoBpm) * 100);
  const gap = from.sound.trailingSilence + to.sound.leadingSilence;
  const silence = gap > 3 ? ` ${gap.toFixed(1)} s of silence lie between them.` : '';
  const jolt = stepCost(from, to) > JOLT ? ' This change is felt.' : '';
  return {
    from: index + 1,
    to: index + 2,
    key: `${sayKey(from.sound.key)} to ${sayKey(to.sound.key)}`,
    tempo: `${bracketTempo(from.sound)} to ${bracketTempo(to.sound)} BPM (${change === 0 ? 'the same pulse' : `${change > 0 ? '+' : ''}${change}%`})`,
    notes: `${capital(sayKeyStep(from.sound.key, to.sound.key))}.${silence}${jolt}`,
    ranges: [endOf(from, index), startOf(to, index + 1)],
  };
}

/** '65 (or 130)', so that '65 or 130 to 95' is not left to guess. */
const bracketTempo = (sound: Counted) => sayTempo(sound).replace(/ or \d+/, (other) => ` (${other.trim()})`);

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
