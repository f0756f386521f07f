/** How the browser part is built and served in development. The server fills the placeholders of index.html per page. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { slimContracts } from './scripts/slim-contracts.ts';

const fromRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = process.env.API_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`;

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

/** Every face the first paint needs is asked for before the style sheet is parsed: no late swap. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.woff2'))
          .sort()
          .map((file) => ({
            tag: 'link',
            injectTo: 'head-prepend' as const,
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
          })),
    },
  };
}

/**
 * Page name → all files it needs, the shell's included, for the server to ask for in the page's head: without it a page would be found
 * only once the shell has run.
 */
function listPageFiles(): Plugin {
  const IMPORT = /^ {2}(?:'([\w-]+)'|([\w-]+)): \(\) => import\('(?:#|\.\/)([^']+)'\)/gm;
  return {
    name: 'list-page-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const shell = closure(chunks.filter((chunk) => chunk.isEntry));
      const loaders = readFileSync(fromRoot('src/web/page-loaders.ts'), 'utf8');
      const pages = [...loaders.matchAll(IMPORT)].map(([, quoted, plain, source]) => {
        const page = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(`/${source}`));
        if (!page) throw new Error(`no file of the build holds ${source}`);
        return [quoted ?? plain, [...new Set([...shell, ...closure([page])])]];
      });
      const source = JSON.stringify(Object.fromEntries(pages));
      this.emitFile({ type: 'asset', fileName: '.vite/page-files.json', source });

      function closure(from: { fileName: string; imports: string[] }[]): Set<string> {
        const seen = new Set<string>();
        const visit = (name: string) => {
          if (seen.has(name)) return;
          seen.add(name);
          for (const next of chunks.find((chunk) => chunk.fileName === name)?.imports ?? []) visit(next);
        };
        for (const { fileName } of from) visit(fileName);
        return seen;
      }
    },
  };
}

export default defineConfig({
  root: fromRoot('src/web'),
  publicDir: fromRoot('src/web/public'),
  plugins: [
    react(),
    tailwindcss(),
    slimContracts(),
    fillPageInDevelopment(),
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
    // The list of every page's files would be in every page: the server names those of the page asked for instead.
    modulePreload: false,
    rolldownOptions: {
      output: {
        // The shell lists every file of every page, to load a page's files at once: short names keep it small.
        chunkFileNames: 'assets/[hash:8].js',
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// }],
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
