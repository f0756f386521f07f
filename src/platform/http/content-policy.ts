/** Where browsers tell what they refused. */
export const REPORTS_PATH = '/api/content-reports';
const REPORT = `report-uri ${REPORTS_PATH}; report-to content`;

export const REPORTING_HEADERS = { 'reporting-endpoints': `content="${REPORTS_PATH}"` };

/** Text is not run as script or rendered as markup (Trusted Types), past what src/web/trusted-text.ts lets through. */
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", 'trusted-types default'];
/** For pages with scripts of other houses, which may not keep to it: they are told of, not refused. */
export const REPORT_ONLY = `${TRUSTED_TYPES[0]}; ${REPORT}`;

/** What a page of ours may load. Only the HTML page itself has styles, and one script, written into it. */
export function contentPolicy(
  page?: { nonce: string; scriptHash: string },
  extra: { script?: string[]; frame?: string[]; connect?: string[] } = {},
): string {
  const own = "'self'";
  return [
    `default-src ${own}`,
    `script-src ${[own, ...(page ? [`'sha256-${page.scriptHash}'`] : []), ...(extra.script ?? [])].join(' ')}`,
    `style-src ${own}${page ? ` 'nonce-${page.nonce}'` : ''}`,
    `img-src ${own} data: blob:`,
    `media-src ${own} blob: https:`,
    `font-src ${own}`,
    `connect-src ${[own, ...(extra.connect ?? [])].join(' ')}`,
    `frame-src ${(extra.frame ?? ["'none'"]).join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${own}`,
    "frame-ancestors 'none'",
    ...(extra.script ? [] : TRUSTED_TYPES),
    REPORT,
  ].join('; ');
}
