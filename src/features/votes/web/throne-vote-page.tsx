/** /artist-throne-vote/:id, the simple vote page: your name, your number, one free vote, or a package. */
import { Link } from '@tanstack/react-router';
import { PLACEHOLDER_VOTER } from '../rules.ts';
import { Composition } from './supporters.tsx';
import { useVoting, type VoteContent, VoteFrame, VoteLoader } from './vote-frame.tsx';

/** A person buys without typing: the server knows the number. */
const NOBODY = { voterName: PLACEHOLDER_VOTER.name, voterPhone: PLACEHOLDER_VOTER.phone };

const MISSING = {
  title: 'Track not found',
  text: 'There is no track with this address. It may have been deleted.',
};

export default function ThroneVotePage() {
  return <VoteLoader missing={MISSING}>{(content) => <SimpleVote {...content} />}</VoteLoader>;
}

function SimpleVote(content: VoteContent) {
  const { id, voting } = content;
  const casting = useVoting(content, {
    page: 'simple',
    buyer: ({ isTyped, voter }) => (isTyped ? voter : NOBODY),
    returnPath: `/artist-throne-vote/${id}`,
  });
  const { isTyped, person } = casting.free;
  return (
    <VoteFrame
      content={content}
      voting={casting}
      kicker="Vote"
      packagesHint={
        isTyped || person ? undefined : 'Packages open once your name and phone number are filled in above.'
      }
    >
      <div className="mt-10 grid items-start gap-5 lg:grid-cols-2">
        <Composition voting={voting} />
        <Link
          to={`/artist-vote/${id}`}
          className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-signal"
        >
          More about this track, and who stands behind it
        </Link>
      </div>
    </VoteFrame>
  );
}
