/** Artist links: what each is for, and how long it works. */

export type LinkPurpose = 'access' | 'distribution';
/** An album's link opens its offer; it lets nobody in, for the offer is open, but says who pays. */
export const LINK_PATHS: Record<LinkPurpose | 'album', string> = {
  album: '/album-selected',
  access: '/artist-update',
  distribution: '/artist-update-2',
};
export const LINK_DAYS = 30;
export const LINK_REFUSED: Record<LinkPurpose, string> = {
  access: 'This link is not valid or has expired.',
  distribution: 'Artist dashboard not found. The link may be invalid or expired.',
};
