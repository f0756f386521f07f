/** Who voted, newest first, with the throne comments; and what the total consists of. */
import { useCampaign } from '#web/campaign.ts';
import { ReportButton } from '#web/report-button.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { PublicVote, VoteCounts } from '../contract.ts';
import { sayNumber } from '../rules-effect.ts';

const SHOWN = 8;

export function Supporters({ id, votes }: { id: number; votes: readonly PublicVote[] | undefined }) {
  const thrones = votes?.filter(({ comment }) => comment) ?? [];
  return (
    <>
      {thrones.length > 0 && (
        <Card title="From the throne">
          <ul className="flex flex-col gap-5">
            {thrones.slice(0, 5).map((vote) => (
              <li key={vote.id} className="border-l-2 border-signal pl-4">
                <blockquote className="wrap-anywhere">“{vote.comment}”</blockquote>
                <p className="silk mt-2 text-muted">
                  {vote.voterName} · {vote.voteCount} votes · {sayDay(vote.createdAt)}
                </p>
                <ReportButton id={id} voteId={vote.id} label="Report this comment" />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card title="Latest supporters">
        {votes && votes.length > 0 ? (
          <ul className="divide-y divide-line">
            {votes.slice(0, SHOWN).map((vote) => (
              <VoteLine key={vote.id} vote={vote} />
            ))}
          </ul>
        ) : (
          <p className="text-muted">
            {votes ? 'Nobody has voted yet. The first vote is the loudest.' : 'Reading the votes…'}
          </p>
        )}
      </Card>
    </>
  );
}

const KINDS = { free: 'free', paid: 'paid', referral: 'referred', adjustment: 'taken back' } as const;

function VoteLine({ vote }: { vote: PublicVote }) {
  const showsProof = useCampaign().votes.proof !== 'off';
  return (
    <li className="flex items-baseline gap-3 py-2.5">
      <span
        className={classNames(
          'figures w-14 shrink-0 font-bold',
          vote.voteCount > 0 ? 'text-signal' : 'text-hot',
        )}
      >
        {vote.voteCount > 0 ? `+${vote.voteCount}` : vote.voteCount}
      </span>
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {vote.voterName}
      </span>
      <Badge>{vote.proven && showsProof ? 'proven' : KINDS[vote.kind]}</Badge>
      <time dateTime={vote.createdAt} className="figures hidden text-xs text-muted sm:inline">
        {sayDay(vote.createdAt)}
      </time>
    </li>
  );
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** 'Jun 3', by this browser's clock. */
function sayDay(iso: string): string {
  const day = new Date(iso);
  return `${MONTHS[day.getMonth()]} ${day.getDate()}`;
}

interface CountedPart {
  key: keyof VoteCounts;
  label: string;
  colour: string;
}

const BOUGHT_AND_BROUGHT: CountedPart[] = [
  { key: 'paid', label: 'Paid', colour: 'bg-signal' },
  { key: 'referred', label: 'Referred', colour: 'bg-bone' },
];
const APART: CountedPart[] = [
  { key: 'proven', label: 'Proven', colour: 'bg-good' },
  { key: 'unproven', label: 'Unproven', colour: 'stripes' },
  ...BOUGHT_AND_BROUGHT,
];
const TOGETHER: CountedPart[] = [{ key: 'free', label: 'Free', colour: 'bg-good' }, ...BOUGHT_AND_BROUGHT];

/** Proven and typed numbers are told apart only where the campaign does. */
export const listParts = (proof: 'off' | 'shown' | 'required') => (proof === 'off' ? TOGETHER : APART);

/** Free votes by whether their number was proven, paid and referred ones, and beside them those in no total. */
interface CompositionProps {
  voting: { counts: VoteCounts; over: boolean; lapsed: number } | undefined;
}

export function Composition({ voting }: CompositionProps) {
  const parts = listParts(useCampaign().votes.proof);
  const counts = voting?.counts;
  const total = counts?.total ?? 0;
  return (
    <Card title="What the total is made of">
      <div aria-hidden="true" className="flex h-4 gap-0.5 bg-unlit">
        {counts &&
          parts.map(({ key, colour }) => (
            <span key={key} className={colour} style={{ flexGrow: counts[key], flexBasis: 0 }} />
          ))}
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
        {parts.map(({ key, label, colour }) => (
          <Part key={key} label={label} colour={colour} figure={counts?.[key]} share={total} />
        ))}
        <Part label="Pending" colour="border border-edge" figure={counts?.held} share={0} />
        <Part label="Waiting" colour="border border-edge" figure={counts?.waiting} share={0} />
      </dl>
      <p className="mt-4 text-sm text-muted">
        {voting?.over
          ? 'Pending and waiting votes did not count before the campaign ended: they are in no total.'
          : 'Pending votes count once staff have checked them. Waiting votes count once an invited friend shows up.'}{' '}
        {voting !== undefined &&
          voting.lapsed > 0 &&
          `${sayNumber(voting.lapsed)} of these votes became void after the end, because their money went back or a referred person could not be reached; the final standings keep them. `}
        Payment moves the fan rank and nothing else.
      </p>
    </Card>
  );
}

interface PartProps {
  label: string;
  colour: string;
  figure: number | undefined;
  share: number;
}

function Part({ label, colour, figure, share }: PartProps) {
  return (
    <div>
      <dt className="silk flex items-center gap-2 text-muted">
        <span aria-hidden="true" className={classNames('size-2.5', colour)} />
        {label}
      </dt>
      <dd className="figures mt-1 text-xl font-bold">
        {figure === undefined ? '–' : sayNumber(figure)}
        {figure !== undefined && share > 0 && (
          <span className="ml-2 text-xs font-normal text-muted">{Math.round((100 * figure) / share)}%</span>
        )}
      </dd>
    </div>
  );
}
