/** Prices and refunds. */
import { useCampaign } from '#web/campaign.ts';
import { writeRefunds } from '../copy-refunds.ts';
import { DocumentPage } from './document-page.tsx';

export default function RefundsPage() {
  return <DocumentPage document={writeRefunds(useCampaign())} />;
}
