/**
 * How loud each service plays a track. All bring tracks to one loudness; some only turn down, others turn quiet ones up as
 * far as their peaks allow. Targets as the services publish them for their ordinary setting.
 */

export interface Service {
  name: string;
  /** LUFS. */
  target: number;
  raises: boolean;
}

export const SERVICES: readonly Service[] = [
  { name: 'Spotify', target: -14, raises: true },
  { name: 'Apple Music', target: -16, raises: true },
  { name: 'YouTube', target: -14, raises: false },
  { name: 'Deezer', target: -15, raises: false },
  { name: 'Tidal', target: -14, raises: false },
];

/** dBTP: nobody turns up beyond this. */
const CEILING = -1;
/** dB that nobody hears. */
const NOTHING = 0.05;

export interface Loud {
  integratedLufs: number;
  truePeakDb: number;
}

export interface Played {
  gainDb: number;
  /** LUFS and dBTP as it is heard there. */
  lufs: number;
  peakDb: number;
}

export function playAt({ target, raises }: Service, { integratedLufs, truePeakDb }: Loud): Played {
  const wanted = target - integratedLufs;
  const room = Math.max(0, CEILING - truePeakDb);
  const gainDb = wanted <= 0 ? wanted : raises ? Math.min(wanted, room) : 0;
  const tenth = (value: number) => Math.round(value * 10) / 10;
  return {
    gainDb: tenth(gainDb),
    lufs: tenth(integratedLufs + gainDb),
    peakDb: tenth(truePeakDb + gainDb),
  };
}

/** What is lost there, or that nothing is. */
export function sayLoss(service: Service, loud: Loud): string {
  const { gainDb, lufs, peakDb } = playAt(service, loud);
  const short = Math.round((service.target - lufs) * 10) / 10;
  const words =
    gainDb < -NOTHING
      ? `${service.name} turns it down by ${-gainDb} dB, to ${lufs} LUFS. Its peaks end at ${peakDb} dBTP: what was limited away to be louder buys nothing there.`
      : short > NOTHING
        ? `${gainDb > NOTHING ? `${service.name} turns it up by ${gainDb} dB, as far as its peaks allow` : `${service.name} leaves it as it is`}: it plays ${short} dB softer than others.`
        : gainDb > NOTHING
          ? `${service.name} turns it up by ${gainDb} dB, to ${lufs} LUFS. Nothing is lost.`
          : `${service.name} plays it as it is. Nothing is lost.`;
  return words.replace(/-(?=\d)/g, '−');
}

/** As a factor of the samples. */
export const toFactor = (gainDb: number) => 10 ** (gainDb / 20);
