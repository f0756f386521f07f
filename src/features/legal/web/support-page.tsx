/** Who answers, and to what. */
import { useCampaign } from '#web/campaign.ts';
import { writeSupport } from '../copy-support.ts';
import { DocumentPage } from './document-page.tsx';

export default function SupportPage() {
  return <DocumentPage document={writeSupport(useCampaign())} />;
}
