/** When texts are sent. */
import { useCampaign } from '#web/campaign.ts';
import { writeSmsTerms } from '../copy-terms.ts';
import { DocumentPage } from './document-page.tsx';

export default function SmsTermsPage() {
  return <DocumentPage document={writeSmsTerms(useCampaign())} />;
}
