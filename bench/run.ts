/**
 * npm run bench [-- --quick] [-- engine|rank|votes|inbox|night|queue|ledger|catalogue|reads]
 * Measures against a baseline in the same run; nothing is asserted, because a busy machine is slow in both. `--quick`
 * takes 100,000 entries and a few seconds each instead of 1,000,000 and ten; `--entries=200000` takes as many.
 */
import { fillTracks, openBenchDatabase } from './bench-database.ts';
import { benchCatalogue } from './catalogue.ts';
import { benchEngine } from './engine.ts';
import { benchInbox } from './inbox.ts';
import { benchLedger } from './ledger.ts';
import { benchNight } from './night.ts';
import { benchQueue } from './queue.ts';
import { benchRank } from './rank.ts';
import { benchReads } from './reads.ts';
import { benchVotes } from './votes.ts';
import { reportBench } from './write-report.ts';

export interface BenchOptions {
  entries: number;
  /** Of each measurement. */
  seconds: number;
}

/** Those that need a filled database; the engine needs none. */
const WITH_TRACKS = {
  votes: benchVotes,
  inbox: benchInbox,
  night: benchNight,
  queue: benchQueue,
  rank: benchRank,
  ledger: benchLedger,
  catalogue: benchCatalogue,
  reads: benchReads,
} as const;

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const wanted = (name: string): boolean => words.length === 0 || words.includes(name);
const quick = process.argv.includes('--quick');
const given = Number(process.argv.find((word) => word.startsWith('--entries='))?.slice(10));
const usual: BenchOptions = quick ? { entries: 100_000, seconds: 3 } : { entries: 1_000_000, seconds: 10 };
const options = given > 0 ? { ...usual, entries: given } : usual;

if (wanted('engine')) {
  console.log('engine');
  await reportBench('engine', 'whole songs', benchEngine);
}
if (Object.keys(WITH_TRACKS).some(wanted)) await benchDatabase();

async function benchDatabase(): Promise<void> {
  const database = await openBenchDatabase();
  try {
    // Reads fill it themselves, size after size.
    if (Object.keys(WITH_TRACKS).some((name) => name !== 'reads' && wanted(name))) {
      const began = performance.now();
      await fillTracks(database, options.entries);
      const took = ((performance.now() - began) / 1000).toFixed(0);
      console.log(`${options.entries.toLocaleString('en-US')} entries, filled in ${took} s`);
    }
    for (const [name, bench] of Object.entries(WITH_TRACKS)) {
      if (!wanted(name)) continue;
      console.log(`\n${name}`);
      const about = `${options.entries.toLocaleString('en-US')} tracks, ${options.seconds} s each`;
      await reportBench(name, about, () => bench(database, options));
    }
  } finally {
    await database.stop();
  }
}
