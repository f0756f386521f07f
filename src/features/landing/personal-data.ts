/** What priority tickets keep: which browser has one. Nobody's name or number. */
import type { PersonalData } from '#ports/personal-data.ts';

export const ticketData = (): PersonalData => ({
  columns: [],
  kept: {
    'a random browser, not known by any number': ['priority_tickets.browser_digest'],
    'a round of the campaign': ['priority_tickets.round_id'],
  },
});
