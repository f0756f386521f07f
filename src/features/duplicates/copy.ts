/** The words of duplicates. */

/** Why a new version is not taken. */
export const COPIED_VERSION =
  'This recording is an earlier entry of somebody else’s, so your track stays as it is. If it is yours, write to us.';
