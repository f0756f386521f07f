/** Limits of texting that both the settings and the page about texts read. */

/** Texts one number gets in a week, unless the operator set SMS_PER_NUMBER. */
export const TEXTS_A_WEEK = 3;
