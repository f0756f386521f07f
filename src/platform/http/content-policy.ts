/** Where browsers tell what they refused. */
export const REPORTS_PATH = '/api/content-reports';
const REPORT = `report-uri ${REPORTS_PATH}; report-to content`;

/**
 * Text that would be run as markup or script (Trusted Types) is told of, not yet refused: the menus of the kit write
 * their own style sheet that way, and the card form its script.
 */
export const REPORTING_HEADERS = {
  'reporting-endpoints': `content="${REPORTS_PATH}"`,
  'content-security-policy-report-only': `require-trusted-types-for 'script'; ${REPORT}`,
};

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
    REPORT,
  ].join('; ');
}
