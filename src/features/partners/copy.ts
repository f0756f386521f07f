/** Sentences that both sides say. */

export const COPY = {
  name: 'Name is required',
  email: 'Invalid email address',
  company: 'Company name is required',
  message: 'Message must be at least 10 characters',
  sent: 'Partnership Request Submitted',
} as const;
