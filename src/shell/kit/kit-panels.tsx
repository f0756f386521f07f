/** Kit: table, pages, dialog, sheet, tabs, toasts, states, skeleton. */
import { useState } from 'react';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Dialog, Sheet } from '#web/ui/dialog.tsx';
import { DialogClose } from '#web/ui/dialog-panel.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { Cell, HeaderCell, Row, type SortDirection, Table, TableHead } from '#web/ui/table.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { KitSection } from './kit-section.tsx';

export function KitPanels() {
  return (
    <KitSection title="Panels">
      <KitTable />
      <div className="mt-10 flex flex-wrap gap-3">
        <Dialog
          title="Saltwater Teeth"
          description="Mina Okafor"
          trigger={<Button>Open dialog</Button>}
          footer={
            <DialogClose asChild>
              <Button variant="primary">Done</Button>
            </DialogClose>
          }
        >
          <p>Something to read, then a way out.</p>
        </Dialog>
        <Sheet title="Details" trigger={<Button>Open sheet</Button>}>
          <p>Longer work beside the page.</p>
        </Sheet>
        <Button
          onClick={() =>
            toast({
              title: 'Track submitted successfully!',
              description: 'Your track is now being analyzed.',
            })
          }
        >
          Toast
        </Button>
        <Button
          onClick={() =>
            toast({
              variant: 'destructive',
              title: 'Upload failed',
              description: 'Only MP3 files are allowed',
            })
          }
        >
          Error toast
        </Button>
      </div>
      <Tabs
        label="Kit tabs"
        className="mt-10"
        tabs={[
          { value: 'a', label: 'Submissions', content: <p>First panel.</p> },
          { value: 'b', label: 'Follow-ups', content: <p>Second panel.</p> },
          { value: 'c', label: 'Exports', content: <p>Third panel.</p> },
        ]}
      />
      <div className="mt-10 grid gap-6 md:grid-cols-2">
        <EmptyState
          level={3}
          title="No submissions found"
          action={<Button variant="primary">Submit your track</Button>}
        >
          Be the first to submit your track!
        </EmptyState>
        <ErrorState
          level={3}
          title="Failed to load leaderboard"
          action={<Button variant="primary">Try Again</Button>}
        >
          The server did not answer. Your votes and tracks are safe.
        </ErrorState>
        <Card title="Card" aside={<Badge tone="good">Live</Badge>} level={3}>
          A panel with a title and something at its right.
        </Card>
        <div className="space-y-4">
          <Skeleton className="h-10 w-2/3" />
          <Skeleton className="h-24 w-full" />
        </div>
      </div>
    </KitSection>
  );
}

const ROWS = [
  { title: 'Saltwater Teeth', artist: 'Mina Okafor', score: 96 },
  { title: 'Low Ceiling', artist: 'Dre Palomar', score: 94 },
  {
    title: 'A title so long that it has to wrap somewhere in the middle of itself',
    artist: 'The Undertow',
    score: 89,
  },
];

function KitTable() {
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<SortDirection>('descending');
  const rows = [...ROWS].sort((a, b) => (sort === 'ascending' ? a.score - b.score : b.score - a.score));
  return (
    <>
      <Table caption="Example tracks">
        <TableHead>
          <HeaderCell>Track</HeaderCell>
          <HeaderCell>Artist</HeaderCell>
          <HeaderCell
            sort={sort}
            onSort={() => setSort(sort === 'ascending' ? 'descending' : 'ascending')}
            className="text-right"
          >
            Score
          </HeaderCell>
        </TableHead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.title}>
              <Cell className="plate min-w-40">{row.title}</Cell>
              <Cell className="text-muted">{row.artist}</Cell>
              <Cell numeric>{row.score}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <Pagination page={page} pageSize={5} total={44} onPage={setPage} className="mt-4" />
    </>
  );
}
