import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { groupChunks, refuseCircles } from './build/group-chunks.ts'
import { buildWithSite } from './build/prerender-site.ts'
import { articles } from './site/blog/build/article-plugin.ts'
import { guides } from './site/documentation/build/guide-plugin.ts'

/**
 * Builds the app document and the public site into `web/dist`. Nothing inline: the page runs under `script-src 'self'; style-src 'self';
 * font-src 'self'`, so fonts and icons stay files and the preload polyfill stays out.
 */
const config: UserConfig = {
  root: import.meta.dirname,
  plugins: [articles(), guides(), react(), tailwind(), preloadWhatStarts(), refuseCircles()],
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The tables and the reader of PDFs, which are loaded when one needs them, are what they are.
    chunkSizeWarningLimit: 1600,
  },
  environments: {
    client: {
      build: { rolldownOptions: { input: ['index.html', 'app.html'], output: groupChunks() } },
    },
    ssr: {
      build: { outDir: 'dist-prerender', ssr: true, manifest: false, rolldownOptions: { input: 'site/prerender.tsx' } },
    },
  },
  builder: { buildApp: buildWithSite },
}

export default defineConfig(({ command }) => {
  // Vite takes what the shell or a test runner says, and would bundle React for development.
  if (command === 'build') process.env['NODE_ENV'] = 'production'
  return config
})

/** The entry loads the language first and the app after it. The browser fetches the app meanwhile, so that costs no round trip. */
function preloadWhatStarts(): Plugin {
  const started = ['start', 'create-vault-client']
  return {
    name: 'preload-what-starts',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { path, bundle = {} }) =>
        Object.values(bundle)
          .filter((file) => path === '/app.html' && file.type === 'chunk' && started.includes(file.name))
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head',
          })),
    },
  }
}
