/** What a page of ours may load. A nonce is given only to the HTML page itself. */
export function contentPolicy(
  nonce?: string,
  extra: { script?: string[]; frame?: string[]; connect?: string[] } = {},
): string {
  const own = "'self'";
  return [
    `default-src ${own}`,
    `script-src ${[own, ...(extra.script ?? [])].join(' ')}`,
    `style-src ${own}${nonce ? ` 'nonce-${nonce}'` : ''}`,
    `img-src ${own} data: blob:`,
    `media-src ${own} blob: https:`,
    `font-src ${own}`,
    `connect-src ${[own, ...(extra.connect ?? [])].join(' ')}`,
    `frame-src ${(extra.frame ?? ["'none'"]).join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${own}`,
    "frame-ancestors 'none'",
  ].join('; ');
}
