/** Sentences that both sides say, and the drafts staff begin with. */

export const UPDATE_TEXT = 'Update text is required';

export interface TemplateNames {
  artist: string;
  track: string;
  label: string;
  /** Who writes. */
  me: string;
}

export interface MessageTemplate {
  id: string;
  label: string;
  write(names: TemplateNames): string;
}

/** Beginnings, to be made one's own before they are sent. */
export const MESSAGE_TEMPLATES: readonly MessageTemplate[] = [
  {
    id: 'talk',
    label: 'We would like to talk',
    write: ({ artist, track, label, me }) =>
      `Hi ${artist},\n\nwe listened to “${track}” more than once and would like to talk to you about it. When can we reach you this week?\n\n${me}, ${label}`,
  },
  {
    id: 'stems',
    label: 'Please send the stems',
    write: ({ artist, track, label, me }) =>
      `Hi ${artist},\n\n“${track}” is on our shortlist. Could you send us the stems and an instrumental? A link is fine.\n\n${me}, ${label}`,
  },
  {
    id: 'not-now',
    label: 'Not this time',
    write: ({ artist, track, label, me }) =>
      `Hi ${artist},\n\nthank you for “${track}”. We will not take it further this time. Your report says what stood out and what held it back, and we would like to hear the next one.\n\n${me}, ${label}`,
  },
];
