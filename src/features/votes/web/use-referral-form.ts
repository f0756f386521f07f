/** The referral form's fields, checked by the same rules as on the server. */
import { useState } from 'react';
import { arePhonesDistinct, hasPhoneDigits } from '#platform/phone-digits.ts';
import { ApiError } from '#web/api-client.ts';
import { COPY } from '../copy.ts';
import { REFERRED_PEOPLE } from '../limits.ts';

export interface ReferralPerson {
  artistName: string;
  phoneNumber: string;
}
export type ReferralErrors = Record<string, string>;

const EMPTY: ReferralPerson = { artistName: '', phoneNumber: '' };
const blank = () => Array.from({ length: REFERRED_PEOPLE }, () => ({ ...EMPTY }));

export function useReferralForm() {
  const [people, setPeople] = useState<ReferralPerson[]>(blank);
  const [referrerName, setReferrerName] = useState('');
  const [consent, setConsent] = useState(false);
  const [fanPage, setFanPage] = useState('');
  const [errors, setErrors] = useState<ReferralErrors>({});
  const change = (index: number, changed: Partial<ReferralPerson>) => {
    setPeople((before) => before.map((person, at) => (at === index ? { ...person, ...changed } : person)));
    setErrors({});
  };
  return {
    people,
    referrerName,
    consent,
    errors,
    change,
    setReferrerName,
    trap: { value: fanPage, onChange: setFanPage },
    setConsent: (given: boolean) => {
      setConsent(given);
      setErrors({});
    },
    /** Whether it may be sent; shows errors at their fields. */
    check(): boolean {
      const found = checkPeople(people);
      if (!consent && Object.keys(found).length === 0) found.consent = COPY.consent;
      setErrors(found);
      return Object.keys(found).length === 0;
    },
    /** Shows the server's error at the number it is about. */
    show(error: unknown) {
      const fields = (error instanceof ApiError && error.body?.fields) || {};
      const found = people.map((_, index) => fields[`referrals.${index}.phoneNumber`]);
      setErrors(Object.fromEntries(found.flatMap((text, index) => (text ? [[`phone${index}`, text]] : []))));
    },
    clear() {
      setPeople(blank());
      setReferrerName('');
      setConsent(false);
      setErrors({});
    },
  };
}

export function checkPeople(people: readonly ReferralPerson[]): ReferralErrors {
  const errors: ReferralErrors = {};
  people.forEach(({ artistName, phoneNumber }, index) => {
    if (!artistName.trim()) errors[`name${index}`] = 'Artist name is required';
    if (!phoneNumber.trim() || !hasPhoneDigits(phoneNumber)) errors[`phone${index}`] = COPY.phone;
  });
  if (Object.keys(errors).length > 0) return errors;
  people.forEach(({ phoneNumber }, index) => {
    const others = people.slice(0, index).map((person) => person.phoneNumber);
    if (others.some((other) => !arePhonesDistinct([other, phoneNumber])))
      errors[`phone${index}`] = COPY.distinct;
  });
  return errors;
}
