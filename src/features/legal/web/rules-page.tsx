/** The official rules. */
import { useCampaign } from '#web/campaign.ts';
import { writeOfficialRules } from '../copy-official-rules.ts';
import { DocumentPage } from './document-page.tsx';

export default function OfficialRulesPage() {
  return <DocumentPage document={writeOfficialRules(useCampaign())} />;
}
