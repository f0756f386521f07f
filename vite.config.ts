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

export default defineConfig({
  root: fromRoot('src/web'),
  publicDir: fromRoot('src/web/public'),
  plugins: [react(), tailwindcss(), slimContracts(), fillPageInDevelopment(), preloadFonts()],
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
