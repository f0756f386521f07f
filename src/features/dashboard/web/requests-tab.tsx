/** Partnership requests and applications for A&R access, each with its state. */

import { decideAccessRequest, getAccessRequests } from '#features/accounts/calls.ts';
import { decidePartnershipRequest, getPartnershipRequests } from '#features/partners/calls.ts';
import type { PartnershipRequest } from '#features/partners/contract.ts';
import { callEndpoint } from '#web/api-client.ts';
import { ListFrame } from '#web/staff/list-frame.tsx';
import { sayMoment } from '#web/staff/moments.ts';
import { SearchBox } from '#web/staff/search-box.tsx';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { useStaffList } from '#web/staff/use-staff-list.ts';
import { useStaffView } from '#web/staff/use-staff-view.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';

type State = PartnershipRequest['state'];

const TONES = { new: 'warm', answered: 'good', declined: 'plain' } as const;

export default function RequestsTab() {
  const { view, show } = useStaffView();
  const { search } = view;
  const partners = useStaffList(['partnership-requests', search], (page) =>
    callEndpoint(getPartnershipRequests, { query: { ...page, search } }),
  );
  const access = useStaffList(['access-requests', search], (page) =>
    callEndpoint(getAccessRequests, { query: { ...page, search } }),
  );
  return (
    <div className="flex flex-col gap-9">
      <div className="flex">
        <SearchBox
          search={search}
          onSearch={(words) => show({ search: words }, { replace: true })}
          placeholder="Search by name, email or company..."
          label="Search by name, email or company"
        />
      </div>
      <RequestList
        title="Partnership requests"
        query={partners}
        searching={search !== ''}
        empty="No partnership requests yet"
        hint="They are made with the ‘Partner with’ dialog of the partner page."
        who={({ name, companyName }) => `${name}, ${companyName}`}
        decide={(id, state) => callEndpoint(decidePartnershipRequest, { params: { id }, body: { state } })}
      />
      <RequestList
        title="Applications for A&R access"
        query={access}
        searching={search !== ''}
        empty="No applications yet"
        hint="They are made on the sign-in page. Accounts are made under Account, by an owner."
        who={({ name, label }) => `${name}, ${label}`}
        decide={(id, state) => callEndpoint(decideAccessRequest, { params: { id }, body: { state } })}
      />
    </div>
  );
}

interface Asked {
  id: number;
  email: string;
  message: string;
  state: State;
  createdAt: string;
  decidedAt: string | null;
}

interface RequestListProps<Row extends Asked> {
  title: string;
  query: Pick<
    ReturnType<typeof useStaffList<Row>>,
    'data' | 'isError' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >;
  searching: boolean;
  empty: string;
  hint: string;
  who: (row: Row) => string;
  decide: (id: string, state: State) => Promise<unknown>;
}

function RequestList<Row extends Asked>({ title, query, who, decide, ...props }: RequestListProps<Row>) {
  const open = query.data?.filter(({ state }) => state === 'new').length ?? 0;
  // New ones come first, so if all loaded ones are new there may be more.
  const isMore = query.hasNextPage && open === query.data?.length;
  return (
    <section aria-label={title}>
      <h2 className="silk mb-3 flex items-center gap-3 text-muted">
        {title} {open > 0 && <Badge tone="warm">{`${open}${isMore ? '+' : ''} new`}</Badge>}
      </h2>
      <ListFrame
        query={query}
        isEmpty={(rows) => rows.length === 0}
        empty={props.searching ? 'Nothing found' : props.empty}
        hint={props.searching ? 'Try a different search term' : props.hint}
        failed="Error loading requests. Please try again."
      >
        {(rows) => (
          <ul className="divide-y divide-line rounded-md border border-line bg-panel">
            {rows.map((row) => (
              <Request
                key={row.id}
                request={row}
                who={who(row)}
                decide={(state) => decide(String(row.id), state)}
                onDecided={() => void query.refetch()}
              />
            ))}
          </ul>
        )}
      </ListFrame>
    </section>
  );
}

interface RequestProps {
  request: Asked;
  who: string;
  decide: (state: State) => Promise<unknown>;
  onDecided: () => void;
}

function Request({ request, who, decide, onDecided }: RequestProps) {
  const { busy, run } = useStaffCall();
  const note = async (state: State) => {
    const done = state === 'new' ? 'Request is open again' : `Request ${state}`;
    await run(state, () => decide(state), { done, failed: 'Error' });
    onDecided();
  };
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 px-4 py-4">
      <div className="min-w-64 flex-1">
        <p className="font-semibold wrap-anywhere">
          {who} <Badge tone={TONES[request.state]}>{request.state}</Badge>
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          <a className="underline" href={`mailto:${request.email}`}>
            {request.email}
          </a>{' '}
          · {sayMoment(request.createdAt)}
          {request.decidedAt && ` · ${request.state} ${sayMoment(request.decidedAt)}`}
        </p>
        {request.message && (
          <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere">{request.message}</p>
        )}
      </div>
      <div className="flex gap-2">
        {request.state === 'new' ? (
          <>
            <Button pending={busy === 'answered'} onClick={() => note('answered')}>
              Answered<span className="sr-only"> {who}</span>
            </Button>
            <Button variant="quiet" pending={busy === 'declined'} onClick={() => note('declined')}>
              Decline<span className="sr-only"> {who}</span>
            </Button>
          </>
        ) : (
          <Button variant="quiet" pending={busy === 'new'} onClick={() => note('new')}>
            Reopen<span className="sr-only"> {who}</span>
          </Button>
        )}
      </div>
    </li>
  );
}
