/** The partnership form's rules, and how a contest stands. Pure; the browser uses them too. */
import { COPY } from './copy.ts';
import { MESSAGE_MIN } from './limits.ts';

export interface PartnershipFields {
  name: string;
  email: string;
  companyName: string;
  message: string;
}
export type PartnershipErrors = Partial<Record<keyof PartnershipFields, string>>;

export function checkPartnership({
  name,
  email,
  companyName,
  message,
}: PartnershipFields): PartnershipErrors {
  return {
    ...(name.trim() ? {} : { name: COPY.name }),
    ...(/^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(email.trim()) ? {} : { email: COPY.email }),
    ...(companyName.trim() ? {} : { companyName: COPY.company }),
    ...(message.trim().length >= MESSAGE_MIN ? {} : { message: COPY.message }),
  };
}

export const isContestOpen = (deadline: string, now: number): boolean => now < Date.parse(deadline);
