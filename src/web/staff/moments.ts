/** Date and time as staff read them, without seconds. */
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export const sayMoment = (iso: string): string => MOMENT.format(new Date(iso));
