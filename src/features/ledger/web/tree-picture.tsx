/** The tree in its true shape: whole trees under one root, your leaf's way to it in green, waiting entries dashed. */
import { findColumn, splitIntoWhole, type WholeTree } from '../rules-picture.ts';

const WIDTH = 1216;
const FLOOR = 160;
const LEAF = 12;
const ROOT_AT = 12;
const MOST_WAITING = 8;
/** What a label at an end keeps free: the vote's own comes before it. */
const LABEL_ROOM = 150;

interface TreePictureProps {
  size: number;
  waiting: number;
  /** In hexadecimal. */
  root: string | null;
  /** Whose way to the root is lit. */
  leaf: number | null;
}

export function TreePicture({ size, waiting, root, leaf }: TreePictureProps) {
  const trees = splitIntoWhole(size);
  const waitingShown = Math.min(waiting, MOST_WAITING);
  const span = WIDTH - 24 - waitingShown * 10;
  const lit = leaf === null ? null : findColumn(trees, leaf);
  const voteAt = lit && columnAt(trees[lit.tree], span, lit.column);
  const tops = trees.map((tree) => topOf(tree, span));
  return (
    <figure className="mt-6 flex flex-row-reverse overflow-x-auto">
      <svg
        viewBox={`0 0 ${WIDTH} 190`}
        role="img"
        aria-label={`A tree of ${size.toLocaleString('en-US')} entries; ${waiting} wait for the next seal.`}
        className="h-auto w-full min-w-[44rem] fill-none"
      >
        {tops.length > 1 && (
          <path d={`M${tops[0].x} ${ROOT_AT}H${tops.at(-1)!.x}`} className="stroke-signal" />
        )}
        {trees.map((tree, index) => (
          <g key={tree.first}>
            <path d={`M${tops[index].x} ${ROOT_AT}V${tops[index].y}`} className="stroke-signal/60" />
            <Whole tree={tree} span={span} isLast={index === trees.length - 1} />
          </g>
        ))}
        {lit && <Way tree={trees[lit.tree]} span={span} column={lit.column} />}
        {Array.from({ length: waitingShown }, (_, n) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: they are alike
            key={n}
            x={span + 20 + n * 10}
            y={FLOOR - LEAF}
            width={5}
            height={LEAF}
            strokeDasharray="2 2"
            className="stroke-signal"
          />
        ))}
        {root && (
          <>
            <circle cx={WIDTH * 0.4} cy={ROOT_AT} r={7} className="fill-signal" />
            <text x={WIDTH * 0.4 + 16} y={ROOT_AT + 22} className="figures fill-signal text-xs">
              ROOT {root.slice(0, 4).toUpperCase()}…{root.slice(-4).toUpperCase()}
            </text>
          </>
        )}
        <path d={`M0 ${FLOOR + 1}H${WIDTH}`} className="stroke-line" />
        {(voteAt === null || voteAt > LABEL_ROOM) && (
          <text x={0} y={FLOOR + 22} className="figures fill-muted text-xs">
            FIRST ENTRY
          </text>
        )}
        {voteAt !== null && (
          <text
            x={Math.min(Math.max(voteAt, LABEL_ROOM / 3), WIDTH - LABEL_ROOM / 3)}
            y={FLOOR + 22}
            textAnchor="middle"
            className="figures fill-good text-xs"
          >
            YOUR VOTE
          </text>
        )}
        {(voteAt === null || voteAt < WIDTH - LABEL_ROOM) && (
          <text x={WIDTH} y={FLOOR + 22} textAnchor="end" className="figures fill-signal text-xs">
            NEXT SEAL
          </text>
        )}
      </svg>
    </figure>
  );
}

const columnAt = ({ left, right, columns }: WholeTree, span: number, column: number): number =>
  span * (left + ((right - left) * (column + 0.5)) / columns);

/** The higher the tree, the higher its top: all leaves stand on one line. */
const levelAt = (level: number): number => FLOOR - LEAF - 4 - level * 19;

const topOf = (tree: WholeTree, span: number) => ({
  x: span * (tree.left + (tree.right - tree.left) / 2),
  y: levelAt(Math.log2(tree.columns)),
});

function Whole({ tree, span, isLast }: { tree: WholeTree; span: number; isLast: boolean }) {
  const levels = Math.log2(tree.columns);
  const lines: string[] = [];
  for (let level = 1; level <= levels; level++)
    for (let node = 0; node < tree.columns / 2 ** level; node++) {
      const [left, right] = [0, 1].map((side) => nodeAt(tree, span, level - 1, node * 2 + side));
      lines.push(`M${left} ${levelAt(level - 1)}V${levelAt(level)}H${right}V${levelAt(level - 1)}`);
    }
  const width = Math.min(6, (span * (tree.right - tree.left)) / tree.columns - 2);
  return (
    <>
      <path d={lines.join('')} className="stroke-edge/60" />
      {Array.from({ length: tree.columns }, (_, column) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          key={column}
          x={columnAt(tree, span, column) - width / 2}
          y={FLOOR - LEAF}
          width={Math.max(1, width)}
          height={LEAF}
          className={isLast ? 'fill-signal' : 'fill-muted'}
        />
      ))}
    </>
  );
}

/** The middle of the leaves a node stands over. */
const nodeAt = (tree: WholeTree, span: number, level: number, node: number): number =>
  (columnAt(tree, span, node * 2 ** level) + columnAt(tree, span, (node + 1) * 2 ** level - 1)) / 2;

function Way({ tree, span, column }: { tree: WholeTree; span: number; column: number }) {
  const levels = Math.log2(tree.columns);
  const steps = Array.from({ length: levels }, (_, level) => {
    const above = nodeAt(tree, span, level + 1, Math.floor(column / 2 ** (level + 1)));
    return `V${levelAt(level + 1)}H${above}`;
  });
  const start = `M${columnAt(tree, span, column)} ${FLOOR}`;
  return <path d={`${start}${steps.join('')}V${ROOT_AT}H${WIDTH * 0.4}`} className="stroke-good stroke-2" />;
}
