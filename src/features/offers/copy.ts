/** What a buyer may read about places, spots and entries. */

export const COPY = {
  noPlace:
    'All tour places are held or taken right now, so nothing was charged. A place may come free: try again in a few minutes.',
  otherPlace:
    'You are paying for a place for another of your tracks. Finish or cancel that first; nothing was charged here.',
  addressFull:
    'As many places as we allow are already held from your network. Wait until one is paid for or released; nothing was charged.',
  notArtist:
    'Only the artist can hold a place. Open your private link, or sign in with the number of the track.',
  artistsDiscount: 'The discount is the artist’s own. As a gift, the entry costs the standard price.',
  hasPlace: 'This track already has a tour place.',
  offerOver: 'The discounted offer is over: the price is the standard one again.',
  spotsHeld: 'Every discounted spot is taken or being paid for right now. Nothing was charged.',
  hasEntry: 'This track is already entered in the final round.',
} as const;

/** Why money that arrived goes straight back, as the buyer reads it on the receipt. */
export const REFUND_REASONS = {
  noPlace:
    'Your payment arrived after your hold was over and every tour place was taken, so the whole amount goes back.',
  hasPlace: 'This track already had a tour place, so the whole amount goes back.',
  offerOver: 'The discounted offer was over when this was paid, so the whole amount goes back.',
  spotsGone: 'Every discounted spot was taken when this was paid, so the whole amount goes back.',
  hasEntry: 'This track was already entered in the final round, so the whole amount goes back.',
} as const;
