/** Sentences that both sides say. */

export const COPY = {
  artistName: 'Artist name must be at least 2 characters',
  phoneNumber: 'Please enter a valid phone number',
  trackTitle: 'Track title is required',
  fileAbsent: 'File is missing from form data',
} as const;
