/** What partners keep about people: requests of companies. They give a mail address, which no artist's number leads to. */
import type { PersonalData } from '#ports/personal-data.ts';

export const partnerData = (): PersonalData => ({
  columns: [],
  kept: {
    'people of companies, who write to us by mail and are answered by mail': [
      'partnership_requests.name',
      'partnership_requests.email',
      'partnership_requests.company_name',
      'partnership_requests.message',
    ],
  },
});
