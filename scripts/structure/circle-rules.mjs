/** No circles: neither between files, nor between the services of features. */
import { isSource, isTest } from './read-tree.mjs';

export function checkCircles(tree) {
  return [...checkFileCircles(tree), ...checkServiceCircles(tree)];
}

/** Types vanish at run time, so only imports of values count between files. */
function checkFileCircles(tree) {
  const ours = new Set(
    tree.files.filter((file) => file.startsWith('src/') && isSource(file) && !isTest(file)),
  );
  const edges = new Map();
  for (const file of ours) {
    const targets = tree.imports(file).filter(({ target, typeOnly }) => !typeOnly && ours.has(target));
    edges.set(
      file,
      targets.map(({ target, line }) => ({ to: target, file, line })),
    );
  }
  return findCircles(edges).map((path) =>
    report(
      path,
      `${path.map(({ to }) => to).join(' -> ')} is a circle: move what both need into a file of its own`,
    ),
  );
}

/** One feature's service may call another's, but then never the other way round, by whichever of its files. */
function checkServiceCircles(tree) {
  const edges = new Map();
  for (const file of tree.files.filter((name) => serviceOwner(name))) {
    const from = serviceOwner(file);
    for (const { target, line } of tree.imports(file)) {
      const to = target && serviceOwner(target);
      if (to && to !== from) edges.set(from, [...(edges.get(from) ?? []), { to, file, line }]);
    }
  }
  return findCircles(edges).map((path) =>
    report(
      path,
      `services of ${path.map(({ to }) => to).join(' -> ')} call each other in a circle: let one take the other's part as data`,
    ),
  );
}

function serviceOwner(file) {
  return /^src\/features\/([^/]+)\/service(?:-[a-z0-9-]+)?\.ts$/.exec(file)?.[1];
}

function report(path, message) {
  const { file, line } = path[0];
  return { file, line, rule: 'circle', message };
}

/** Depth-first walk; each circle is reported once, as the edges that close it. */
function findCircles(edges) {
  const circles = [];
  const done = new Set();
  const visit = (node, path) => {
    const from = path.findIndex((edge) => edge.from === node);
    if (from !== -1) {
      circles.push(path.slice(from));
      return;
    }
    if (done.has(node)) return;
    for (const edge of edges.get(node) ?? []) visit(edge.to, [...path, { ...edge, from: node }]);
    done.add(node);
  };
  for (const node of edges.keys()) visit(node, []);
  return circles;
}
