/** How the browser part is built and served in development. The server fills the placeholders of index.html per page. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { cutFaces } from './scripts/cut-faces.ts';
import { nameSharedFile } from './scripts/share-modules.ts';

const fromRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = process.env.API_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`;

/** Each page and the module it is loaded from, as page-loaders.ts has them. */
const PAGE_MODULES = [
  ...readFileSync(fromRoot('src/shell/page-loaders.ts'), 'utf8').matchAll(
    /^ {2}'?([\w-]+)'?: \(\) => import\('#(.+?)'\)/gm,
  ),
].map(([, page, source]) => [page, fromRoot(`src/${source}`)] as const);

/** Parts of the frame that come after the page: a family of their own, so that they bring no page's code with them. */
const LATER_MODULES = ['footer', 'who-link', 'unread-count'].map(
  (name) => ['frame', fromRoot(`src/shell/layout/${name}.tsx`)] as const,
);

/** In development there is no server to fill the page: the campaign file is read from disk. */
function fillPageInDevelopment(): Plugin {
  return {
    name: 'fill-page-in-development',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      handler(html) {
        const campaign = readFileSync(fromRoot(process.env.CAMPAIGN_FILE ?? 'campaigns/demo.json'), 'utf8');
        return html
          .replace('<!--head-->', `<title>${JSON.parse(campaign).product}</title>`)
          .replace('__CAMPAIGN__', () => campaign.replaceAll('<', '\\u003c'))
          .replaceAll('__NONCE__', '');
      },
    },
  };
}

/**
 * The rules of the first paint stand in the page; the style sheet comes after it, and scripts are fetched once it is seen
 * (`rel="later"`, src/shell/load-after-paint.js): it needs none.
 */
function paintFirst(): Plugin[] {
  const afterPaint = readFileSync(fromRoot('src/shell/load-after-paint.js'), 'utf8').replace(
    /^\/\/.*\n/gm,
    '',
  );
  return [
    {
      name: 'write-first-paint-rules',
      transformIndexHtml: {
        order: 'pre',
        handler: (html) =>
          html.replace('/* first-paint.css */', () =>
            readFileSync(fromRoot('src/shell/first-paint.css'), 'utf8'),
          ),
      },
    },
    {
      name: 'style-sheet-after-first-paint',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler(html) {
          const sheet = /\s*<link rel="stylesheet"[^>]*>/.exec(html)?.[0] ?? '';
          return html
            .replace(sheet, '')
            .replace(
              /<script type="module"(.*?)><\/script>/,
              (_, attributes) => `<link rel="later" data-entry${attributes.replace(' src=', ' href=')}>`,
            )
            .replaceAll('<link rel="modulepreload"', '<link rel="later"')
            .replace(
              /<div id="app">.*?<\/div>/,
              (app) => `${app}\n    <script>${afterPaint}</script>${sheet}`,
            );
        },
      },
    },
  ];
}

/**
 * Every face the first paint needs is asked for, and named, before the style sheet is there: no late swap, and the
 * largest text has its size at once.
 */
function preloadFonts(): Plugin {
  const rules = readFileSync(fromRoot('src/web/styles.css'), 'utf8').match(
    /@font-face \{[^}]*"@faces[^}]*\}/g,
  );
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const files = Object.keys(bundle ?? {}).filter((file) => file.endsWith('.woff2'));
        const addressOf = (face: string) => `/${files.find((file) => file.startsWith(`assets/${face}-`))}`;
        const named = (rules ?? []).map((rule) =>
          rule.replace(/\s+/g, ' ').replace(/@faces\/([\w-]+)\.woff2/, (_, face) => addressOf(face)),
        );
        const links = files.sort().map((file) => ({
          tag: 'link',
          injectTo: 'head-prepend' as const,
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
        }));
        const style = { tag: 'style', attrs: { nonce: '__NONCE__' }, children: named.join('') };
        return [...links, { ...style, injectTo: 'head' as const }];
      },
    },
  };
}

/** Which files a page needs beside the shell's, for the server to announce: its code need not wait for the router's. */
function listPageFiles(): Plugin {
  return {
    name: 'list-page-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const withImports = (name: string, found = new Set<string>()): Set<string> => {
        if (found.has(name)) return found;
        found.add(name);
        for (const other of chunks.find((chunk) => chunk.fileName === name)?.imports ?? [])
          withImports(other, found);
        return found;
      };
      const shell = new Set(
        chunks.filter((chunk) => chunk.isEntry).flatMap((chunk) => [...withImports(chunk.fileName)]),
      );
      const pages = PAGE_MODULES.map(([page, id]) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === id);
        if (!chunk) throw new Error(`no file was built for the page '${page}'`);
        return [page, [...withImports(chunk.fileName)].filter((file) => !shell.has(file))];
      });
      this.emitFile({
        type: 'asset',
        fileName: 'page-files.json',
        source: JSON.stringify(Object.fromEntries(pages)),
      });
    },
  };
}

export default defineConfig({
  root: fromRoot('src/shell'),
  publicDir: fromRoot('src/shell/public'),
  plugins: [
    react(),
    tailwindcss(),
    cutFaces(fromRoot('.cache/faces')),
    fillPageInDevelopment(),
    paintFirst(),
    preloadFonts(),
    listPageFiles(),
  ],
  build: {
    outDir: fromRoot('dist/web'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // The content policy allows no data: addresses for fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The shell lists every file of every page, to load a page's files at once: short names keep it small.
        chunkFileNames: 'assets/[hash:8].js',
        codeSplitting: {
          groups: [
            // One file for the libraries every page starts with: it packs best, and changes only with a version.
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 1 },
            { name: 'icons', test: /lucide/, minShareCount: 2 },
            {
              name: nameSharedFile([...PAGE_MODULES, ...LATER_MODULES]),
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    port: Number(process.env.WEB_PORT ?? 5173),
    // A pattern, because a bare prefix would also take /api-client.ts of the sources.
    proxy: { '^/api/': api },
  },
});
