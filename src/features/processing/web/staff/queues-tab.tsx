/** Background work: how much waits, what runs, what failed last, and a switch for each kind. */
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { DENSE, ListFrame } from '#web/staff/list-frame.tsx';
import { sayMoment } from '#web/staff/moments.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Cell, HeaderCell, Row, Table, TableHead } from '#web/ui/table.tsx';
import { listQueues, retryJobs, setQueuePaused } from '../../calls.ts';
import { sayWork } from '../../copy-queues.ts';

const LOOK_MS = 5000;

export default function JobsTab({ isOwner }: { isOwner: boolean }) {
  const query = useQuery({
    ...endpointQuery(listQueues),
    refetchOnMount: 'always',
    refetchInterval: LOOK_MS,
  });
  const { busy, run } = useStaffCall();
  const steer = async (name: string, paused: boolean) => {
    await run(name, () => callEndpoint(setQueuePaused, { params: { name }, body: { paused } }), {
      done: paused ? `${name} paused` : `${name} resumed`,
      failed: 'Error',
    });
    void query.refetch();
  };
  const retry = async (name: string) => {
    await run(`retry-${name}`, () => callEndpoint(retryJobs, { params: { name } }), {
      done: ({ retried }) => (retried === 1 ? '1 job runs again' : `${retried} jobs run again`),
      failed: 'Error',
    });
    void query.refetch();
  };
  return (
    <ListFrame query={query} isEmpty={() => false} empty="" failed="Error loading jobs. Please try again.">
      {({ queues, failures }) => (
        <div className="flex flex-col gap-6">
          <Table caption="Background work" stacked>
            <TableHead>
              {['Work', 'Waiting', 'Running', 'Done', 'Failed', ''].map((header) => (
                <HeaderCell key={header} className="px-3!">
                  {header || <span className="sr-only">Switch</span>}
                </HeaderCell>
              ))}
            </TableHead>
            <tbody>
              {queues.map((queue) => (
                <Row key={queue.name}>
                  <Cell className={`${DENSE} min-w-52`}>
                    {sayWork(queue.name)} {queue.paused && <Badge tone="warm">Paused</Badge>}
                    <span className="figures block text-xs text-muted">{queue.name}</span>
                  </Cell>
                  <Cell className={`figures ${DENSE}`} label="Waiting">
                    {queue.waiting}
                  </Cell>
                  <Cell className={`figures ${DENSE}`} label="Running">
                    {queue.active}
                  </Cell>
                  <Cell className={`figures ${DENSE}`} label="Done">
                    {queue.completed}
                  </Cell>
                  <Cell className={`figures ${DENSE} ${queue.failed > 0 ? 'text-hot' : ''}`} label="Failed">
                    {queue.failed}
                  </Cell>
                  <Cell className={`${DENSE} text-right`}>
                    {isOwner && (
                      <span className="inline-flex gap-2">
                        {queue.failed > 0 && (
                          <Button pending={busy === `retry-${queue.name}`} onClick={() => retry(queue.name)}>
                            Retry failed
                            <span className="sr-only"> {queue.name}</span>
                          </Button>
                        )}
                        <Button
                          pending={busy === queue.name}
                          onClick={() => steer(queue.name, !queue.paused)}
                        >
                          {queue.paused ? 'Resume' : 'Pause'}
                          <span className="sr-only"> {queue.name}</span>
                        </Button>
                      </span>
                    )}
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
          <section aria-labelledby="failures">
            <h2 id="failures" className="silk mb-2 text-muted">
              Newest failures
            </h2>
            {failures.length === 0 ? (
              <p className="text-muted">Nothing has failed.</p>
            ) : (
              <ul className="divide-y divide-line border-y border-line">
                {failures.map((failure) => (
                  <li key={failure.id} className="flex flex-wrap gap-x-4 py-2 text-sm">
                    <span className="figures">{failure.name}</span>
                    <span className="text-muted">
                      {failure.failedAt && sayMoment(failure.failedAt)}, {failure.tries} tries
                    </span>
                    <span className="min-w-0 flex-1 wrap-anywhere text-hot">{failure.error}</span>
                  </li>
                ))}
              </ul>
            )}
          </section>
        </div>
      )}
    </ListFrame>
  );
}
