import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import type { Entry, Section } from '../lib/entry.ts'
import { formatNumber } from '../lib/results.ts'

const DIST = path.join(import.meta.dirname, '../../web/dist')
const MAX_KIB = 200

type Step = readonly [what: string, ...modules: readonly string[]]
const START: readonly Step[] = [
  ['the document of the app', 'app.html'],
  ['its start and the client of the vault', 'app/start.tsx', 'lib/remote/create-vault-client.ts'],
]
/** Scripts that a browser fetches for the panel's first page: the document, and what it loads one after the other. */
const STEPS: readonly Step[] = [
  ...START,
  ['the frame of signed-in pages, and the door of the panel', 'app/shell/panels.tsx'],
  ['the panel with its overview', 'admin/admin-panel.tsx'],
  ['calls without keys', 'lib/keyless/rooms.ts'],
]
/** Pages that are opened most, each fetched in a visit that begins in it. */
const PAGES: readonly Step[] = [
  ['Users & Teams', 'app/organisation/team-page.tsx'],
  ['Security', 'admin/threats/manage/threats-page.tsx', 'app/threats/ledger-card.tsx'],
  ['Audit Logs', 'app/audit/audit-page.tsx'],
]
const DASHBOARD: readonly Step[] = [
  ...START,
  ['the dashboard', 'app/shell/dashboard.tsx', 'app/shell/dashboard-home.tsx'],
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
    'React, the router and the client of the vault come before any page and are more than half of it; the panel itself is the smaller part.',
  run: async () => section(manifest.parse(JSON.parse(fs.readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8')))),
}

function section(built: Manifest): Section {
  const fetched = new Set<string>()
  const rows = STEPS.map((step) => {
    const added = addStep(built, step, fetched)
    return `| ${step[0]} | ${added.length} | ${formatNumber(kibOf(added))} |`
  })
  const onDashboard = new Set<string>()
  for (const step of DASHBOARD) addStep(built, step, onDashboard)
  const pages = PAGES.map((step) => {
    const added = addStep(built, step, new Set(fetched))
    return `| ${step[0]} | ${added.length} | ${formatNumber(kibOf(added))} |`
  })
  const aim = { reachable: MAX_KIB, ambitious: MAX_KIB, isUpperBound: true, unit: 'KiB' }
  return {
    tables: [],
    aims: [
      { ...aim, what: 'scripts of the first load', got: kibOf([...fetched]) },
      {
        ...aim,
        what: 'of them, what the dashboard does not have',
        got: kibOf([...fetched].filter((file) => !onDashboard.has(file))),
      },
    ],
    notes: [
      ['| loaded for | scripts more | KiB, gzip |', '|---|---|---|', ...rows].join('\n'),
      ['| page, more than the overview | scripts | KiB, gzip |', '|---|---|---|', ...pages].join('\n'),
      'Workers of the vault run next to the page and are not in it.',
    ],
  }
}

/** @returns the files that the step adds to what was fetched. */
function addStep(built: Manifest, [, ...modules]: Step, fetched: Set<string>): string[] {
  const before = new Set(fetched)
  for (const name of modules) addWithImports(built, name, fetched)
  return [...fetched].filter((file) => !before.has(file))
}

const kibOf = (files: readonly string[]): number => files.reduce((sum, file) => sum + gzippedBytes(file), 0) / 1024

/** A module that has no file of its own is part of another one, which is there already. */
function addWithImports(built: Manifest, name: string, fetched: Set<string>): void {
  const chunk = built[name]
  if (!chunk || fetched.has(chunk.file)) return
  if (chunk.file.endsWith('.js')) fetched.add(chunk.file)
  for (const imported of chunk.imports ?? []) addWithImports(built, imported, fetched)
}

const gzippedBytes = (file: string): number => gzipSync(fs.readFileSync(path.join(DIST, file)), { level: 9 }).length
