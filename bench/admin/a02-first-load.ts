import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import type { Entry, Section } from '../lib/entry.ts'
import { formatNumber } from '../lib/results.ts'

const DIST = path.join(import.meta.dirname, '../../web/dist')
const MAX_KIB = 200

/** Scripts that a browser fetches for the panel's first page: the document, and what it loads one after the other. */
const STEPS: readonly (readonly [what: string, ...modules: readonly string[]])[] = [
  ['the document of the app', 'app.html'],
  ['its start and the client of the vault', 'app/start.tsx', 'lib/remote/create-vault-client.ts'],
  ['what everybody who is signed in has', 'app/shell/panels.tsx'],
  ['the panel with its overview', 'admin/admin-panel.tsx'],
]

const manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).optional(), src: z.string().optional() }),
)
type Manifest = z.infer<typeof manifest>

/** Scripts of the panel, by the manifest of the build. */
export const firstLoad: Entry = {
  name: 'a02-first-load',
  title: 'scripts that a browser fetches until the overview of the panel is shown, gzip',
  holdsBack:
    'one chunk of what signed-in pages share (controls, tables, dialogs) is more than a third of it, and the client of the vault comes before any page; the panel itself is the smaller part.',
  run: async () => section(manifest.parse(JSON.parse(fs.readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8')))),
}

function section(built: Manifest): Section {
  const fetched = new Set<string>()
  const lines = STEPS.map(([what, ...modules]) => {
    const before = new Set(fetched)
    for (const name of modules) addWithImports(built, name, fetched)
    const added = [...fetched].filter((file) => !before.has(file))
    return { what, files: added.length, bytes: added.reduce((sum, file) => sum + gzippedBytes(file), 0) }
  })
  const kib = lines.reduce((sum, { bytes }) => sum + bytes, 0) / 1024
  const rows = lines.map(({ what, files, bytes }) => `| ${what} | ${files} | ${formatNumber(bytes / 1024)} |`)
  return {
    tables: [],
    aims: [
      {
        what: 'scripts of the first load',
        got: kib,
        reachable: MAX_KIB,
        ambitious: MAX_KIB,
        isUpperBound: true,
        unit: 'KiB',
      },
    ],
    notes: [
      ['| loaded for | scripts more | KiB, gzip |', '|---|---|---|', ...rows].join('\n'),
      'Workers of the vault run next to the page and are not in it.',
    ],
  }
}

/** A module that has no file of its own is part of another one, which is there already. */
function addWithImports(built: Manifest, name: string, fetched: Set<string>): void {
  const chunk = built[name]
  if (!chunk || fetched.has(chunk.file)) return
  if (chunk.file.endsWith('.js')) fetched.add(chunk.file)
  for (const imported of chunk.imports ?? []) addWithImports(built, imported, fetched)
}

const gzippedBytes = (file: string): number => gzipSync(fs.readFileSync(path.join(DIST, file)), { level: 9 }).length
