/** Keeps what each bench said in docs/benchmarks.md, beside when and on what: a later run takes the place of an earlier one. */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';

const FILE = 'docs/benchmarks.md';
const HEAD = `# Benchmarks

Written by \`npm run bench\`; nothing here is typed by hand. Each run measures its baseline too (a route that does nothing, pgbench, plain
inserts, ffmpeg, aubio), so ratios are worth more than figures: the machine, and whoever else uses it, is in both.
`;

/** Calls the bench and keeps all it says. */
export async function reportBench(name: string, about: string, bench: () => Promise<void>): Promise<void> {
  const said: string[] = [];
  const print = console.log;
  console.log = (...words: unknown[]) => {
    said.push(words.join(' '));
    print(...words);
  };
  try {
    await bench();
  } finally {
    console.log = print;
  }
  const when = new Date().toISOString().slice(0, 10);
  const machine = `${availableParallelism()} processors (${cpus()[0]?.model.trim() ?? 'unknown'}), load ${loadavg()[0].toFixed(1)} at the end`;
  keepSection(name, `${when}, ${about}; ${machine}.\n\n\`\`\`\n${said.join('\n').trimEnd()}\n\`\`\`\n`);
}

function keepSection(name: string, text: string): void {
  const sections = new Map<string, string>();
  for (const part of readReport().split(/^## /m).slice(1)) {
    const end = part.indexOf('\n');
    sections.set(part.slice(0, end), part.slice(end).trim());
  }
  sections.set(name, text.trim());
  const written = [...sections].map(([title, body]) => `## ${title}\n\n${body}\n`);
  writeFileSync(FILE, [HEAD, ...written].join('\n'));
}

function readReport(): string {
  try {
    return readFileSync(FILE, 'utf8');
  } catch {
    return '';
  }
}
