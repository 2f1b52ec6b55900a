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
    modulePreload: { polyfill: false, resolveDependencies: withoutWaiting },
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

/**
 * Where a list of what an import needs in turn costs the page to sign in more than it saves: the entry, whose imports `preloadWhatStarts` has
 * fetched by then, and what is imported later from there.
 */
const WITHOUT_LISTS = /\/(app|create-vault-client|signing-in)-/

/** Files of calls without keys, which need of what is not there yet only what they share with pages. */
const ROOMS = /\/(further-)?rooms-/
const KEYLESS = /\/((further-)?keyless|facts)-/

function withoutWaiting(file: string, needed: string[], { hostId }: { hostId: string }): string[] {
  if (ROOMS.test(file)) return needed.filter((one) => KEYLESS.test(one))
  return WITHOUT_LISTS.test(hostId) ? needed.filter((file) => file.endsWith('.css')) : needed
}
