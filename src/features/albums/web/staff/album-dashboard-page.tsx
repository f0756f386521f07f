/** /album-dashboard: the album database for staff. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { StaffGate } from '#features/accounts/web/staff-gate.tsx';
import { endpointQuery } from '#web/query-client.ts';
import { SearchBox } from '#web/staff/search-box.tsx';
import { StatStrip } from '#web/staff/stat-strip.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { pageAlbums } from '../../calls.ts';
import type { AlbumFilter } from '../../contract-staff.ts';
import { ALBUM_FILTERS, PAGE_SIZE } from '../../limits.ts';
import { AlbumTable } from './album-table.tsx';
import { ExportButton } from './export-button.tsx';
import { PublishAll } from './publish-all.tsx';

export default function AlbumDashboardPage() {
  return <StaffGate>{() => <AlbumDatabase />}</StaffGate>;
}

function AlbumDatabase() {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<AlbumFilter>('all');
  const [each, setEach] = useState<'album' | 'phone'>('album');
  const [page, setPage] = useState(1);
  const list = useQuery({
    ...endpointQuery(pageAlbums, { query: { page, search, filter, each } }),
    refetchOnMount: 'always',
    placeholderData: (before) => before,
  });
  const { data } = list;
  const reload = () => void list.refetch();
  const stats = data?.stats;
  return (
    <div className="px-4 py-6 md:px-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="poster text-[clamp(1.5rem,3vw,2.25rem)]">Album Database</h1>
          <p className="mt-1 text-muted">Manage all album submissions and follow-ups</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ExportButton />
          <PublishAll total={data?.phones ?? 0} search={search} filter={filter} onDone={reload} />
        </div>
      </div>
      <div className="mt-5">
        <StatStrip
          stats={[
            { label: 'Total Albums', value: stats?.total },
            { label: 'Analyzed', value: stats?.analyzed },
            { label: 'Paid', value: stats?.paid },
            { label: 'Follow-ups Sent', value: stats?.followUps },
          ]}
        />
      </div>
      <div className="my-6 flex flex-wrap items-center gap-3">
        <SearchBox
          search={search}
          onSearch={(next) => {
            setSearch(next);
            setPage(1);
          }}
          label="Search albums"
          placeholder="Search by artist name, album name, or phone number..."
        />
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Filter</legend>
          {ALBUM_FILTERS.map((name) => (
            <Button
              key={name}
              variant={filter === name ? 'primary' : 'secondary'}
              aria-pressed={filter === name}
              onClick={() => {
                setFilter(name);
                setPage(1);
              }}
            >
              {name}
            </Button>
          ))}
        </fieldset>
        <Checkbox
          label="One row a phone number"
          checked={each === 'phone'}
          onCheckedChange={(grouped) => {
            setEach(grouped ? 'phone' : 'album');
            setPage(1);
          }}
        />
      </div>
      <h2 className="silk mb-3 text-muted">Album Submissions ({data?.total ?? 0})</h2>
      {list.isError && !data ? (
        <ErrorState
          title="Failed to fetch album submissions"
          action={<Button onClick={reload}>Try Again</Button>}
        />
      ) : !data ? (
        <div role="status">
          <p className="mb-4 text-muted">Loading album database...</p>
          <Skeleton className="h-96" />
        </div>
      ) : data.rows.length === 0 ? (
        <EmptyState title="No albums found">Try adjusting your search or filter criteria</EmptyState>
      ) : (
        <>
          <AlbumTable rows={data.rows} onChanged={reload} />
          <Pagination
            page={data.page}
            pageSize={PAGE_SIZE}
            total={data.total}
            onPage={setPage}
            className="mt-5"
          />
        </>
      )}
    </div>
  );
}
