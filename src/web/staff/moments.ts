/** Moments as staff read them: day and time, without the seconds nobody needs. */
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export const sayMoment = (iso: string): string => MOMENT.format(new Date(iso));
