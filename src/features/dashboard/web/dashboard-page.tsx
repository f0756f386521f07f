/** /admin/dashboard: a bar of actions on everything, and a tab for each kind of work. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Staff } from '#features/accounts/contract.ts';
import { StaffGate } from '#features/accounts/web/staff-gate.tsx';
import { useCampaign } from '#web/campaign.ts';
import type { SearchParams } from '#web/search-params.ts';
import { pickWord } from '#web/staff/view.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { DASHBOARD_TABS, type DashboardTab } from '../rules.ts';
import { BulkBar } from './bulk-bar.tsx';
import { SubmissionsTab } from './submissions-tab.tsx';

const FindTab = lazy(() => import('#features/catalogue/web/staff/find-tab.tsx'));
const ShortlistTab = lazy(() => import('#features/shortlists/web/staff/shortlist-tab.tsx'));
const ArtistTab = lazy(() => import('#features/artists/web/staff/artist-tab.tsx'));
const PipelineTab = lazy(() => import('#features/pipeline/web/staff/pipeline-tab.tsx'));
const LabelTab = lazy(() => import('./label-tab.tsx'));
const PaymentsTab = lazy(() => import('#features/payments/web/staff/payments-tab.tsx'));
const InvitedTab = lazy(() => import('#features/invitations/web/staff/invited-tab.tsx'));
const TextsTab = lazy(() => import('#features/sms/web/staff/outbox-tab.tsx'));
const OrdersTab = lazy(() => import('#features/orders/web/staff/orders-tab.tsx'));
const HoldsTab = lazy(() => import('#features/votes/web/staff/holds-tab.tsx'));
const DuplicatesTab = lazy(() => import('#features/duplicates/web/staff/duplicates-tab.tsx'));
const RequestsTab = lazy(() => import('./requests-tab.tsx'));
const ReportsTab = lazy(() => import('#features/moderation/web/staff/reports-tab.tsx'));
const RoundsTab = lazy(() => import('#features/rounds/web/staff/rounds-tab.tsx'));
const JuryTab = lazy(() => import('#features/juries/web/staff/jury-tab.tsx'));
const JobsTab = lazy(() => import('#features/processing/web/staff/queues-tab.tsx'));
const AuditTab = lazy(() => import('#features/audit/web/staff/audit-tab.tsx'));
const AccountTab = lazy(() => import('#features/accounts/web/staff/account-tab.tsx'));

export default function DashboardPage() {
  return <StaffGate>{(staff) => <Dashboard staff={staff} />}</StaffGate>;
}

function Dashboard({ staff }: { staff: Staff }) {
  const { celebrity } = useCampaign();
  const { tab: shown } = useSearch({ strict: false }) as SearchParams;
  const navigate = useNavigate();
  const tabs: { value: DashboardTab; label: string; content: ReactNode }[] = [
    { value: 'submissions', label: 'Submissions', content: <SubmissionsTab staff={staff} /> },
    { value: 'find', label: 'Find', content: <FindTab /> },
    { value: 'shortlists', label: 'Shortlists', content: <ShortlistTab /> },
    { value: 'artist', label: 'Artist', content: <ArtistTab /> },
    { value: 'pipeline', label: 'Pipeline', content: <PipelineTab /> },
    { value: 'label', label: `${celebrity} submissions`, content: <LabelTab /> },
    {
      value: 'payments',
      label: 'Payments',
      content: <PaymentsTab isOwner={staff.role === 'owner'} />,
    },
    { value: 'invited', label: 'Invited', content: <InvitedTab /> },
    { value: 'orders', label: 'Orders', content: <OrdersTab /> },
    { value: 'requests', label: 'Requests', content: <RequestsTab /> },
    { value: 'texts', label: 'Outbox', content: <TextsTab /> },
    { value: 'reports', label: 'Reports', content: <ReportsTab /> },
    { value: 'holds', label: 'Held votes', content: <HoldsTab /> },
    { value: 'duplicates', label: 'Duplicates', content: <DuplicatesTab /> },
    { value: 'rounds', label: 'Rounds', content: <RoundsTab /> },
    { value: 'jury', label: 'Jury', content: <JuryTab isOwner={staff.role === 'owner'} /> },
    { value: 'jobs', label: 'Jobs', content: <JobsTab /> },
    { value: 'audit', label: 'Audit trail', content: <AuditTab /> },
    { value: 'account', label: 'Account', content: <AccountTab staff={staff} /> },
  ];
  return (
    <div className="column py-7 md:py-9">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
        <h1 className="poster text-[clamp(1.5rem,3vw,2.5rem)]">A&amp;R Admin Dashboard</h1>
        <p className="text-sm text-muted">
          {staff.name} <span className="figures">({staff.role})</span>
        </p>
      </div>
      <BulkBar staff={staff} />
      <Tabs
        label="Kinds of work"
        className="mt-5"
        listClassName="md:flex-wrap md:text-[0.9375rem] xl:gap-x-4"
        value={pickWord(DASHBOARD_TABS, shown)}
        // Search and order do not carry over to another tab.
        onValueChange={(tab) =>
          void navigate({
            to: '.',
            search: { tab: tab === DASHBOARD_TABS[0] ? undefined : tab },
            resetScroll: false,
          })
        }
        tabs={tabs.map((tab) => ({
          ...tab,
          content: <Suspense fallback={<Skeleton className="h-64 w-full" />}>{tab.content}</Suspense>,
        }))}
      />
    </div>
  );
}
