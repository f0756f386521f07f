/** The codes of a release: ISRC for a recording (ISO 3901), UPC or EAN for the release (GS1). */

/** As it is written in messages: capitals, no hyphens. */
export const normaliseIsrc = (text: string): string => text.toUpperCase().replace(/[\s-]/g, '');

/** Two letters for the country, three signs for whoever gives it, two digits for the year, five for the recording. */
const ISRC = /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/;

export function refuseIsrc(text: string): string | null {
  const isrc = normaliseIsrc(text);
  if (isrc === '')
    return 'Each recording needs an ISRC. Whoever pressed or distributed it before can tell you its code.';
  if (ISRC.test(isrc)) return null;
  if (isrc.length !== 12)
    return `An ISRC has 12 signs, such as US-S1Z-26-00001. This one has ${isrc.length}.`;
  return 'An ISRC is two letters, three letters or digits, then seven digits, such as US-S1Z-26-00001.';
}

/** The last digit of a UPC or EAN, from all digits before it: weights 3 and 1 from the right. */
export function checkDigitOf(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
}

/** The 13 digits of an EAN; a UPC of 12 digits is the same number with a 0 before it. */
export const normaliseEan = (text: string): string => text.replace(/[\s-]/g, '').padStart(13, '0');

export function refuseEan(text: string): string | null {
  const digits = text.replace(/[\s-]/g, '');
  if (digits === '') return 'A release needs a barcode number: a UPC of 12 digits or an EAN of 13.';
  if (!/^\d+$/.test(digits)) return 'A UPC or EAN is made of digits alone.';
  if (digits.length !== 12 && digits.length !== 13)
    return `A UPC has 12 digits and an EAN 13. This number has ${digits.length}.`;
  const [body, last] = [digits.slice(0, -1), Number(digits.slice(-1))];
  const right = checkDigitOf(body);
  if (Number(body) === 0) return 'A UPC or EAN is not all zeros.';
  if (last === right) return null;
  return `The last digit checks the others: after ${body} it is ${right}, not ${last}. Please compare the number.`;
}
