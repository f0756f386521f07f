/** The nonce of the content policy. Libraries that inject a style element look for it under this global name. */
export const cspNonce =
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content || undefined;

if (cspNonce) Object.assign(globalThis, { __webpack_nonce__: cspNonce });
