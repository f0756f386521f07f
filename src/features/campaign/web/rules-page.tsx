/** The official rules. */
import { useCampaign } from '#web/campaign.ts';
import { writeOfficialRules } from '../rules-official.ts';
import { DocumentPage } from './document-page.tsx';

export default function OfficialRulesPage() {
  return <DocumentPage document={writeOfficialRules(useCampaign())} />;
}
