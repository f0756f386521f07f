// The site's own sounds: the fallback sample, the shout after each album upload, and the hero's loop.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listCatalogue } from '../composer/catalogue.ts';
import { composeSong } from '../composer/compose-song.ts';
import { makeKit, RATE } from '../composer/drum-kit.ts';
import { encodeMp3 } from '../composer/encode-mp3.ts';
import { setLevel } from '../composer/loudness.ts';
import {
  addBus,
  type Bus,
  compress,
  echo,
  equalise,
  limit,
  makeBus,
  place,
  reverberate,
} from '../composer/mixer.ts';
import { Rng } from '../composer/random.ts';
import type { Syllable } from '../composer/score.ts';
import { randomSpec } from '../composer/song-spec.ts';
import { sing } from '../composer/voice.ts';

export async function buildSounds(folder: string): Promise<void> {
  await save(join(folder, 'sample.mp3'), makeSample());
  await save(join(folder, 'adlib.mp3'), makeAdlib());
  await save(join(folder, 'hero.mp3'), makeHeroLoop());
}

async function save(path: string, { left, right }: Bus): Promise<void> {
  writeFileSync(path, await encodeMp3(left, right, RATE, { kbps: 80, rate: 32000 }));
}

/** Twenty seconds that belong to nobody on the board: the track a player gets when a row has no file. */
function makeSample(): Bus {
  return composeSong(
    randomSpec(77, 'Pop', {
      substyle: 'backbeat',
      tempoBpm: 108,
      tonic: 7,
      mode: 'major',
      vocal: 'none',
      form: 'sample',
      targetSeconds: 18,
      targetLufs: -14,
    }),
  );
}

/** Eight bars of hook and verse, cut on downbeats so that it can go round. */
function makeHeroLoop(): Bus {
  const entry = listCatalogue().find((song) => song.trackTitle === 'Saltwater Teeth');
  if (!entry) throw new Error('the hero song has left the catalogue');
  const song = composeSong(entry.spec);
  const from = Math.round(4 * song.truth.barSeconds * RATE);
  const to = Math.round(12 * song.truth.barSeconds * RATE);
  const loop = { left: song.left.slice(from, to), right: song.right.slice(from, to) };
  // 3 ms at either end: no click where the loop closes.
  for (const side of [loop.left, loop.right])
    for (let i = 0; i < 132; i++) {
      side[i] *= i / 132;
      side[side.length - 1 - i] *= i / 132;
    }
  return loop;
}

/** Two seconds: a crowd of five voices shouts two syllables over a drum hit, and the room answers. */
function makeAdlib(): Bus {
  const length = 2 * RATE;
  const rng = new Rng(505);
  const bus = makeBus(length);
  for (const [i, tract] of [0.96, 1.03, 1.1, 1.17, 1].entries()) {
    const high = 57 + [0, 3, 7, 12, -5][i];
    const late = i === 4 ? 0 : rng.range(0, 0.035);
    const shouts: Syllable[] = [
      {
        time: 0.1 + late,
        seconds: 0.2,
        midi: high + 2,
        midiEnd: high,
        vowel: 'e',
        onset: 'h',
        velocity: 0.9,
      },
      {
        time: 0.42 + late,
        seconds: 0.62,
        midi: high + 5,
        midiEnd: high - 4,
        vowel: 'e',
        vowelEnd: 'i',
        onset: 'y',
        velocity: 1,
      },
    ];
    const voice = sing(
      shouts,
      { tract, breath: 0.35, vibrato: 0.1, slide: 0.02, bite: 1 },
      length,
      rng.fork(`shout ${i}`),
    );
    place(bus, voice, 0, 1, [-0.7, 0.6, -0.3, 0.75, 0][i]);
  }
  equalise(bus, 'highpass', RATE, 160);
  equalise(bus, 'peak', RATE, 2600, 0.8, 5);
  setLevel(bus, -17);
  compress(bus, -20, 4, 0.002, 0.1);
  const kit = makeKit('trap', rng.fork('kit'));
  place(bus, kit.clap, 0.42, 0.25);
  place(bus, kit.kick, 0.42, 0.4);
  const room = reverberate(bus, 1.3);
  addBus(bus, echo(bus, 0.21, 0.45), 0.35);
  addBus(bus, room, 0.5);
  setLevel(bus, -15);
  limit(bus, 0.84);
  for (const side of [bus.left, bus.right])
    for (let i = 0; i < 0.4 * RATE; i++) side[length - 1 - i] *= i / (0.4 * RATE);
  return bus;
}
