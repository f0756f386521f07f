/** What happened in this process, counted, and printed as Prometheus reads it (text format 0.0.4). */

type Labels = Readonly<Record<string, string | number>>;

export interface Sample {
  name: GaugeName;
  labels?: Labels;
  value: number;
}

const COUNTERS = {
  soundcheck_http_requests_total: 'Requests answered, by route and status',
  soundcheck_jobs_total: 'Jobs run, by outcome',
} as const;

/** Seconds. Upper ends of the buckets, by what is measured. */
const HISTOGRAMS = {
  soundcheck_http_request_seconds: {
    help: 'How long a request took, by kind of call',
    ends: [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  soundcheck_pool_wait_seconds: {
    help: 'How long a caller waited for a database connection',
    ends: [0.001, 0.005, 0.02, 0.1, 0.5, 1, 2, 5, 30],
  },
  soundcheck_job_seconds: {
    help: 'How long a job ran; that of "measure" is the analysis of a track',
    ends: [0.05, 0.25, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600],
  },
} as const;

const GAUGES = {
  soundcheck_info: 'Version and role of this process',
  soundcheck_database_up: 'Whether the database answers',
  soundcheck_pool_used: 'Database connections in use',
  soundcheck_pool_waiting: 'Callers that wait for a database connection',
  soundcheck_queue_jobs: 'Jobs of the whole site, by state',
  soundcheck_queue_oldest_seconds: 'How long the first of the due jobs has waited',
  soundcheck_votes_last_minute: 'Votes of the whole site in the last minute, by kind and state',
  soundcheck_votes_held: 'Votes of the whole site that wait for a decision',
  soundcheck_vote_inbox_up: 'Whether votes can be taken in and counted',
  soundcheck_votes_uncounted: 'Votes that were taken in and wait to be counted, a million at most',
  soundcheck_votes_uncounted_seconds: 'How long the first of them has waited',
  soundcheck_money_findings: 'What the last comparison with the payment provider could not put right',
  soundcheck_money_checked_timestamp_seconds: 'When payments were last compared with the provider',
  soundcheck_ledger_waiting: 'Entries that wait for their place in the public ledger',
  soundcheck_processes: 'Processes of the site that run, by role',
  process_resident_memory_bytes: 'Memory of this process',
  process_cpu_seconds: 'Processor time of this process since it began',
  process_start_time_seconds: 'When this process began',
  nodejs_eventloop_lag_p99_seconds: 'How late the event loop was since it was last asked',
} as const;

export type CounterName = keyof typeof COUNTERS;
export type HistogramName = keyof typeof HISTOGRAMS;
export type GaugeName = keyof typeof GAUGES;

interface Distribution {
  counts: number[];
  sum: number;
}

export interface Metrics {
  count(name: CounterName, labels: Labels): void;
  observe(name: HistogramName, labels: Labels, seconds: number): void;
  print(gauges: readonly Sample[]): string;
}

export function createMetrics(): Metrics {
  const counters = new Map<string, number>();
  const distributions = new Map<HistogramName, Map<string, Distribution>>();
  return {
    count(name, labels) {
      const key = name + spellLabels(labels);
      counters.set(key, (counters.get(key) ?? 0) + 1);
    },
    observe(name, labels, seconds) {
      const { ends } = HISTOGRAMS[name];
      const found = distributions.get(name) ?? new Map<string, Distribution>();
      distributions.set(name, found);
      const key = spellLabels(labels);
      const distribution = found.get(key) ?? { counts: Array(ends.length + 1).fill(0), sum: 0 };
      found.set(key, distribution);
      const at = ends.findIndex((end) => seconds <= end);
      distribution.counts[at === -1 ? ends.length : at] += 1;
      distribution.sum += seconds;
    },
    print: (gauges) =>
      [...printCounters(counters), ...printHistograms(distributions), ...printGauges(gauges), ''].join('\n'),
  };
}

function spellLabels(labels: Labels = {}): string {
  let text = '';
  for (const name in labels) text += `${text ? ',' : ''}${name}="${escapeValue(String(labels[name]))}"`;
  return text && `{${text}}`;
}

const escapeValue = (text: string) =>
  /[\\"\n]/.test(text) ? text.replace(/[\\"\n]/g, (it) => (it === '\n' ? '\\n' : `\\${it}`)) : text;

const printHead = (name: string, help: string, type: string) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

function* printCounters(counters: ReadonlyMap<string, number>): Generator<string> {
  for (const [name, help] of Object.entries(COUNTERS)) {
    yield* printHead(name, help, 'counter');
    for (const [key, value] of counters)
      if (key.startsWith(`${name}{`) || key === name) yield `${key} ${value}`;
  }
}

function* printHistograms(found: ReadonlyMap<HistogramName, Map<string, Distribution>>): Generator<string> {
  for (const [name, distributions] of found) {
    const { help, ends } = HISTOGRAMS[name];
    yield* printHead(name, help, 'histogram');
    for (const [labels, { counts, sum }] of distributions) {
      const inner = labels ? `${labels.slice(1, -1)},` : '';
      let total = 0;
      for (const [index, count] of counts.entries()) {
        total += count;
        yield `${name}_bucket{${inner}le="${ends[index] ?? '+Inf'}"} ${total}`;
      }
      yield `${name}_sum${labels} ${sum}`;
      yield `${name}_count${labels} ${total}`;
    }
  }
}

function* printGauges(samples: readonly Sample[]): Generator<string> {
  for (const [name, help] of Object.entries(GAUGES)) {
    const mine = samples.filter((sample) => sample.name === name);
    yield* printHead(name, help, 'gauge');
    for (const { labels, value } of mine) yield `${name}${spellLabels(labels)} ${value}`;
  }
}
