/** The campaign on the wire. */
import { z } from 'zod';
import { campaignSchema } from '#campaign/document.ts';
import { endpoint } from '#platform/http/endpoint.ts';

export const getCampaign = endpoint({
  method: 'GET',
  path: '/api/campaign',
  summary: 'The campaign as the site shows it, with the server clock',
  access: 'public',
  response: z.object({ campaign: campaignSchema, serverTime: z.iso.datetime() }),
});
