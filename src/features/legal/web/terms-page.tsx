/** The terms of use. */
import { useCampaign } from '#web/campaign.ts';
import { writeTerms } from '../copy-terms.ts';
import { DocumentPage } from './document-page.tsx';

export default function TermsPage() {
  return <DocumentPage document={writeTerms(useCampaign())} />;
}
