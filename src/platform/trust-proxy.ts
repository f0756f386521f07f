/** How many proxies of ours a request comes through, or their networks; false: none. */
export type TrustProxy = false | number | string[];

/** The last of so many is ours: what a visitor wrote further left is never believed. */
export function readTrustProxy(text: string): TrustProxy {
  if (text === 'false') return false;
  if (/^([1-9]|true)$/.test(text)) return text === 'true' ? 1 : Number(text);
  return text
    .split(',')
    .map((network) => network.trim())
    .filter(Boolean);
}
