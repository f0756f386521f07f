/**
 * Into which file of the build a module goes that several pages share. Left alone the bundler writes one file for each
 * set of pages that share something: results came in sixty files of a kilobyte. Here sets are told apart only by the
 * pages people arrive at and a few families of others, so that the former load what they need and no more, in few files.
 * A module is shared by at least the pages that share whoever imports it, so files never import each other in circles.
 */

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}
type Pages = readonly (readonly [page: string, id: string])[];

/** Pages whose visitors rarely go on to another family. Any other page is one people arrive at, and a family of its own. */
const FAMILIES = {
  reading: /^(about|rules|method|refunds|privacy|terms|sms-terms|support|texts-off|login)$/,
  artists: /^(artist|my-tracks|processing|winners|discover|listen|share|invite|sign-in|ledger)$/,
  staff: /^(dashboard|follow-up|album-dashboard|test-transcription|jury|kit)$/,
  money:
    /^(pitch|partner|receipt|vote-receipt|throne-vote|test-bank|release|(payment|distribution|album).*)$/,
};
const familyOf = (page: string): string =>
  Object.entries(FAMILIES).find(([, pattern]) => pattern.test(page))?.[0] ?? page;

/** What so many families share comes with the first page, in one file: apart it is a dozen of a few hundred bytes. */
const COMMON = 5;
/** A library is large: whoever does not need it should not fetch it. */
const isOurs = (id: string): boolean => !id.includes('node_modules');

/** `pages`: each page's name and the module it is loaded from. */
export function nameSharedFile(pages: Pages) {
  let families: Map<string, Set<string>> | undefined;
  return (id: string, modules: Modules): string | null => {
    families ??= findFamilies(pages, modules);
    const found = families.get(id);
    if (!found) return null;
    return found.size >= COMMON && isOurs(id) ? 'shared' : ['shared', ...[...found].sort()].join('-');
  };
}

function findFamilies(pages: Pages, modules: Modules): Map<string, Set<string>> {
  const families = new Map<string, Set<string>>();
  for (const [page, start] of pages) {
    const family = familyOf(page);
    const open = [start];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const known = families.get(id) ?? new Set();
      if (known.has(family)) continue;
      families.set(id, known.add(family));
      open.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
    }
  }
  return families;
}
