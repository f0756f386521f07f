/** What is kept about people. */
import { useCampaign } from '#web/campaign.ts';
import { writePrivacy } from '../copy-privacy.ts';
import { DocumentPage } from './document-page.tsx';

export default function PrivacyPage() {
  return <DocumentPage document={writePrivacy(useCampaign())} />;
}
