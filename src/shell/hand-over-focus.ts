/**
 * Whoever has begun to tab through the server's first paint goes on at the same place when the page takes over: its
 * links and its content have the same addresses.
 */
export function handOverFocus(app: HTMLElement): void {
  let focused: Element | null = app.contains(document.activeElement) ? document.activeElement : null;
  const follow = ({ target }: FocusEvent) => {
    focused = target as Element;
  };
  app.addEventListener('focusin', follow);
  new MutationObserver((_changes, observer) => {
    if (app.querySelector('.fp')) return;
    observer.disconnect();
    app.removeEventListener('focusin', follow);
    if (!focused || focused.isConnected) return;
    const address = focused.getAttribute('href');
    const same = address ? `a[href="${CSS.escape(address)}"]` : `#${CSS.escape(focused.id)}`;
    app.querySelector<HTMLElement>(same)?.focus({ preventScroll: true });
  }).observe(app, { childList: true });
}
