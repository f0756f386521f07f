/** The dashboard: one kind of work at a time, chosen in the side bar; the first page says what to do today. */
import { useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Staff } from '#features/accounts/contract.ts';
import { useCampaign } from '#web/campaign.ts';
import type { SearchParams } from '#web/search-params.ts';
import { pickWord } from '#web/staff/view.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { DASHBOARD_TABS, type DashboardTab, nameTab } from '../rules.ts';
import StaffFrame from './staff-frame.tsx';
import { SubmissionsTab } from './submissions-tab.tsx';

const TriageTab = lazy(() => import('./triage-tab.tsx'));
const MentionsTab = lazy(() => import('./mentions-tab.tsx'));
const FindTab = lazy(() => import('#features/catalogue/web/staff/find-tab.tsx'));
const ShortlistTab = lazy(() => import('#features/shortlists/web/staff/shortlist-tab.tsx'));
const ArtistTab = lazy(() => import('#features/artists/web/staff/artist-tab.tsx'));
const PipelineTab = lazy(() => import('#features/pipeline/web/staff/pipeline-tab.tsx'));
const LabelTab = lazy(() => import('./label-tab.tsx'));
const PaymentsTab = lazy(() => import('#features/payments/web/staff/payments-tab.tsx'));
const InvitedTab = lazy(() => import('#features/invitations/web/staff/invited-tab.tsx'));
const TextsTab = lazy(() => import('#features/sms/web/staff/outbox-tab.tsx'));
const PeopleTab = lazy(() => import('#features/privacy/web/staff/people-tab.tsx'));
const OrdersTab = lazy(() => import('#features/orders/web/staff/orders-tab.tsx'));
const DeliveryLine = lazy(() => import('#features/releases/web/staff/delivery-line.tsx'));
const HoldsTab = lazy(() => import('#features/votes/web/staff/holds-tab.tsx'));
const DuplicatesTab = lazy(() => import('#features/duplicates/web/staff/duplicates-tab.tsx'));
const RequestsTab = lazy(() => import('./requests-tab.tsx'));
const ReportsTab = lazy(() => import('#features/moderation/web/staff/reports-tab.tsx'));
const RoundsTab = lazy(() => import('#features/rounds/web/staff/rounds-tab.tsx'));
const JuryTab = lazy(() => import('#features/juries/web/staff/jury-tab.tsx'));
const JobsTab = lazy(() => import('#features/processing/web/staff/queues-tab.tsx'));
const AuditTab = lazy(() => import('#features/audit/web/staff/audit-tab.tsx'));
const AccountTab = lazy(() => import('#features/accounts/web/staff/account-tab.tsx'));

const TABS: Record<DashboardTab, (staff: Staff) => ReactNode> = {
  submissions: (staff) => <SubmissionsTab staff={staff} />,
  queue: (staff) => <TriageTab staff={staff} />,
  find: () => <FindTab />,
  shortlists: ({ role }) => <ShortlistTab mayChange={role !== 'reviewer'} />,
  artist: ({ role }) =>
    role === 'reviewer' ? (
      <EmptyState title="For A&R">
        Reviewers hear the music; numbers and payments are not shown to them.
      </EmptyState>
    ) : (
      <ArtistTab />
    ),
  pipeline: () => <PipelineTab />,
  label: () => <LabelTab />,
  duplicates: () => <DuplicatesTab />,
  mentions: () => <MentionsTab />,
  invited: () => <InvitedTab />,
  requests: () => <RequestsTab />,
  texts: () => <TextsTab />,
  people: () => <PeopleTab />,
  payments: ({ role }) => <PaymentsTab isOwner={role === 'owner'} />,
  orders: () => <OrdersTab renderPackage={(kind, id) => <DeliveryLine kind={kind} id={id} />} />,
  jury: ({ role }) => <JuryTab isOwner={role === 'owner'} mayCall={role !== 'reviewer'} />,
  rounds: ({ role }) => <RoundsTab isOwner={role === 'owner'} />,
  holds: () => <HoldsTab />,
  reports: () => <ReportsTab />,
  jobs: ({ role }) => <JobsTab isOwner={role === 'owner'} />,
  audit: () => <AuditTab />,
  account: (staff) => <AccountTab staff={staff} />,
};

export default function Desk() {
  const { tab } = useSearch({ strict: false }) as SearchParams;
  const shown = pickWord(DASHBOARD_TABS, tab);
  const { celebrity } = useCampaign();
  return (
    <StaffFrame>
      {(staff) => {
        const work = (
          <Suspense fallback={<Skeleton className="h-64 w-full" />}>
            {/* Each place begins anew: search and order do not carry over. */}
            <div key={shown} id="desk">
              {TABS[shown](staff)}
            </div>
          </Suspense>
        );
        // The queue has the whole room, and the track's name for a heading.
        if (shown === 'queue') return work;
        return (
          <div className="px-4 py-6 md:px-6">
            {shown !== 'artist' && (
              <h1 className="poster mb-5 text-[clamp(1.5rem,3vw,2.25rem)]">
                {nameTab(shown, celebrity, staff.role)}
              </h1>
            )}
            {work}
          </div>
        );
      }}
    </StaffFrame>
  );
}
