/** /winners: who was selected in each published round and why, with the standings. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sayDate } from '#campaign/rounds.ts';
import { useCampaign } from '#web/campaign.ts';
import { endpointQuery } from '#web/query-client.ts';
import { ListFrame } from '#web/staff/list-frame.tsx';
import { sayMoment } from '#web/staff/moments.ts';
import { Card } from '#web/ui/card.tsx';
import { Cell, HeaderCell, Row, Table, TableHead } from '#web/ui/table.tsx';
import { getWinners } from '../calls.ts';

/** When winners will be announced, and where to look until then. */
function NextDecision() {
  const { rounds, timeZone } = useCampaign();
  const now = new Date();
  const round = rounds.find(({ endsAt }) => new Date(endsAt) > now);
  return (
    <>
      {round && `${round.name} ends on ${sayDate(new Date(round.endsAt), timeZone)}. `}
      Whoever is picked is named here, with the standings behind the choice. Until then, see{' '}
      <Link
        to="/leaderboard"
        className="inline-flex min-h-11 items-center text-bone underline decoration-edge underline-offset-4 hover:decoration-signal"
      >
        the leaderboard
      </Link>
      .
    </>
  );
}

export default function WinnersPage() {
  const query = useQuery({ ...endpointQuery(getWinners), refetchOnMount: 'always' });
  return (
    <div className="column py-10 md:py-14">
      <h1 className="poster text-[clamp(2rem,5.2vw,4.75rem)]">Winners</h1>
      <p className="mt-4 max-w-prose text-muted">
        Juries hear the finalists without knowing who they are.{' '}
        <Link to="/jury" className="text-bone underline decoration-edge underline-offset-4">
          Check their ballots
        </Link>
        .
      </p>
      <div className="mt-8">
        <ListFrame
          query={query}
          isEmpty={(rounds) => rounds.length === 0}
          empty="No round has been decided yet"
          hint={<NextDecision />}
          failed="The winners could not be loaded"
        >
          {(rounds) => (
            <div className="flex flex-col gap-8">
              {rounds.map((round) => (
                <Card key={round.id} title={round.name}>
                  <ul className="flex flex-col gap-3">
                    {round.winners.map((winner) => (
                      <li key={winner.rank}>
                        <span className="plate text-2xl">{winner.trackTitle}</span>{' '}
                        <span className="text-muted">
                          by {winner.artistName}, place {winner.rank}, score {winner.score}
                        </span>
                        {winner.reason && <p className="text-muted">{winner.reason}</p>}
                      </li>
                    ))}
                  </ul>
                  <p className="mt-4 max-w-prose">{round.reason}</p>
                  <p className="mt-1 text-sm text-muted">
                    Decided on the standings of {sayMoment(round.closedAt)}, {round.entries} entries;
                    published {new Date(round.publishedAt).toLocaleDateString()}.
                  </p>
                  <div className="mt-4 max-h-96 overflow-y-auto">
                    <Table caption={`Standings of ${round.name}`} className="max-md:text-sm">
                      <TableHead>
                        {['Rank', 'Artist', 'Track', 'Score'].map((header) => (
                          <HeaderCell key={header} className="max-md:px-2!">
                            {header}
                          </HeaderCell>
                        ))}
                      </TableHead>
                      <tbody>
                        {round.standings.map((one) => (
                          <Row key={one.rank}>
                            <Cell className="figures py-2 max-md:px-2!">{one.rank}</Cell>
                            <Cell className="py-2 wrap-anywhere max-md:px-2!">{one.artistName}</Cell>
                            <Cell className="py-2 wrap-anywhere max-md:px-2!">{one.trackTitle}</Cell>
                            <Cell className="figures py-2 max-md:px-2!">{one.score}</Cell>
                          </Row>
                        ))}
                      </tbody>
                    </Table>
                  </div>
                </Card>
              ))}
            </div>
          )}
        </ListFrame>
      </div>
    </div>
  );
}
