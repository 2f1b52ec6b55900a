import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * Builds the app document into `web/dist`. Nothing inline: the page runs under `script-src 'self'; style-src 'self';
 * font-src 'self'`, so fonts and icons stay files and the preload polyfill stays out.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind()],
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['app.html'] },
  },
})
