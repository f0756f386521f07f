/** Prices and refunds. */
import { useCampaign } from '#web/campaign.ts';
import { writeRefunds } from '../rules-money-page.ts';
import { DocumentPage } from './document-page.tsx';

export default function RefundsPage() {
  return <DocumentPage document={writeRefunds(useCampaign())} />;
}
