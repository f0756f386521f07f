/**
 * What may become markup or a script's address in this app, by the browser's Trusted Types: text without a tag (the menus of
 * the kit write their style sheet so), and files of our own build. Everything else is refused, and told to the server.
 */
interface Policies {
  createPolicy(
    name: 'default',
    rules: { createHTML(text: string): string | null; createScriptURL(url: string): string | null },
  ): unknown;
}

(globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('default', {
  createHTML: (text) => (text.includes('<') ? null : text),
  createScriptURL: (url) =>
    new URL(url, location.href).href.startsWith(`${location.origin}/assets/`) ? url : null,
});
