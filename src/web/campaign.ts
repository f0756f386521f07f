/** The campaign the server wrote into the page, read once and synchronously: the shell never waits for a name. */
import { createContext, useContext } from 'react';
import type { Campaign } from '#campaign/document.ts';

export function readCampaign(page: Document = document): Campaign {
  const text = page.getElementById('campaign')?.textContent ?? '';
  if (!text.trim().startsWith('{'))
    throw new Error('The page carries no campaign: was it served by the app?');
  return JSON.parse(text) as Campaign;
}

export const CampaignContext = createContext<Campaign | null>(null);

export function useCampaign(): Campaign {
  const campaign = useContext(CampaignContext);
  if (!campaign) throw new Error('useCampaign needs a CampaignContext above it');
  return campaign;
}
