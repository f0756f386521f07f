// Written into the page: what the server drew is seen first, then the page's code is fetched, with the whole line to itself.
// A tab in the background paints nothing, so it does not wait for that.
{
  let load = () => {
    load = () => {};
    for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload';
    import(document.querySelector('link[data-entry]').href);
  };
  requestAnimationFrame(() => setTimeout(() => load()));
  setTimeout(() => load(), document.hidden ? 0 : 300);
}
