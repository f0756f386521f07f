/** The words of duplicates. */

/** Why a new version is not taken. */
export const COPIED_VERSION =
  'Somebody else entered this recording first, so your track stays as it is. If it is yours, write to us.';
