/** Imports: dependency-cruiser's findings, and the circles between features that it cannot see, as findings of ours. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import config from '../../.dependency-cruiser.mjs';
import { lineAt } from './read-tree.mjs';

const FOLDERS = ['src', 'scripts', 'tools', 'bench', 'e2e'];

export async function checkImports(tree) {
  const folders = FOLDERS.filter((folder) => existsSync(join(tree.root, folder)));
  if (folders.length === 0) return [];
  const { forbidden, options } = config;
  const cruised = await cruise(folders, {
    ...options,
    baseDir: tree.root,
    validate: true,
    ruleSet: { forbidden },
  });
  const { modules, summary } = cruised.output;
  return [
    ...summary.violations.map((violation) => describeViolation(tree, modules, violation)),
    ...findFeatureCircles(modules),
  ];
}

function describeViolation(tree, modules, { rule, from, to, cycle }) {
  const way = cycle ? cycle.map(({ name }) => name).join(' -> ') : to;
  const specifier = modules
    .find(({ source }) => source === from)
    .dependencies.find(({ resolved }) => resolved === to)?.module;
  return {
    file: from,
    line: specifier ? findLine(tree.text(from), specifier) : 1,
    rule: rule.name,
    message: `${way}: ${config.forbidden.find(({ name }) => name === rule.name).comment}`,
  };
}

/** dependency-cruiser tells the files, not the line. */
function findLine(text, specifier) {
  const at = [`'${specifier}'`, `"${specifier}"`].map((quoted) => text.indexOf(quoted)).find((n) => n >= 0);
  return at === undefined ? 1 : lineAt(text, at);
}

/**
 * Between features every pair has one direction, and no way leads back to where it began: by whichever of their files,
 * pages and types included. Tests may look at anything.
 */
function findFeatureCircles(modules) {
  const edges = readFeatureEdges(modules);
  const pairs = [...edges.values()]
    .filter(({ from, to }) => from < to && edges.has(`${to} ${from}`))
    .map(({ from, to, example }) => ({
      key: `${from} <-> ${to}`,
      example: `${example} and ${edges.get(`${to} ${from}`).example}`,
    }));
  // A pair that is reported would only be told again as part of every longer way through it.
  const isPair = ({ from, to }) => edges.has(`${to} ${from}`);
  const oneWay = [...edges.values()].filter((edge) => !isPair(edge));
  return [...pairs, ...findLongerCircles(oneWay)].map(({ key, example }) => ({
    file: example.split(' ')[0],
    line: 1,
    rule: 'feature-circle',
    message: `${key}: ${example}. Choose one direction: hand the other what it needs as data`,
  }));
}

function readFeatureEdges(modules) {
  const edges = new Map();
  for (const { source, dependencies } of modules) {
    const from = featureOf(source);
    if (!from || /\.test\.tsx?$/.test(source)) continue;
    for (const { resolved } of dependencies) {
      const to = featureOf(resolved);
      if (to && to !== from && !edges.has(`${from} ${to}`))
        edges.set(`${from} ${to}`, { from, to, example: `${source} -> ${resolved}` });
    }
  }
  return edges;
}

const featureOf = (file) => /^src\/features\/([^/]+)\//.exec(file)?.[1];

/** For each import the shortest way back to where it began; each circle once, told from its first name on. */
function findLongerCircles(edges) {
  const circles = new Map();
  for (const { from, to, example } of edges) {
    const way = findWay(edges, to, from);
    if (!way) continue;
    const start = way.indexOf([...way].sort()[0]);
    const key = [...way.slice(start), ...way.slice(0, start), way[start]].join(' -> ');
    if (!circles.has(key)) circles.set(key, { key, example });
  }
  return [...circles.values()];
}

function findWay(edges, from, to) {
  const ways = [[from]];
  const seen = new Set([from]);
  for (const way of ways) {
    if (way.at(-1) === to) return way;
    for (const edge of edges)
      if (edge.from === way.at(-1) && !seen.has(edge.to)) {
        seen.add(edge.to);
        ways.push([...way, edge.to]);
      }
  }
  return null;
}
