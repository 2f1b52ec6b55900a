import type { Plugin, Rolldown } from 'vite'

const HOME = /\/web\/site\/home\/home-page\.tsx/
const SITE_PART = /\/web\/ui\/site\//
const SITE = /\/web\/(site\/|index\.html)/
const START = /\/web\/(app\.html|app\/(main|start)\.tsx|lib\/remote\/create-vault-client\.ts)/
const SIGN_IN = /\/web\/app\/account\/sign-(in\/login|up\/signup)\.tsx/
/** The screen that people see first when they are signed in. */
const FIRST = /\/web\/app\/shell\/dashboard(-home)?\.tsx/
/** Pages that unlock, recover and claim, one of which may come before any screen. */
const ACCOUNT = /\/web\/app\/account\//
/** Frames of the panels, the page behind their address included. */
const PANEL = /\/web\/(app\/shell\/panels|admin\/admin-panel|studio\/studio)\.tsx/
/** Calls without keys, with the schemas of their answers: most pages of the app make none. */
const KEYLESS = /\/web\/lib\/keyless\/rooms\.ts/
const FURTHER_KEYLESS = /\/web\/lib\/keyless\/further-rooms\.ts/
const VISITORS = /\/web\/app\/(organisation\/join|sharing\/visit|requests\/visit)\//
/** Pages of the admin panel and the AI studio, which most people never open. */
const ADMIN = /\/web\/admin\//
/** Pages of the panel that are opened most, of which the app shows some as well. They share few modules with the screens of files. */
const CORE =
  /\/web\/(admin\/threats\/manage\/threats-page|app\/(audit\/audit-page|organisation\/team-page|threats\/ledger-card))\.tsx/
const ADMIN_FRAME = /\/web\/admin\/admin-panel\.tsx/
const STUDIO = /\/web\/studio\//
/** Names of the groups below. */
const GROUPS = new Set([
  'icons',
  'admin',
  'admin-parts',
  'studio-parts',
  'panel-parts',
  'site-parts',
  'signing-in',
  'visiting',
  'frame',
  'shared',
  'signed-in',
  'account',
  'facts',
  'panel',
  'keyless',
  'further-keyless',
  'core',
  'further',
])
const ICONS = /\/lucide-react\/dist\/esm\/icons\//

/**
 * A file of icons smaller than this (in source) joins its nearest neighbour. Each file is a line in every document: with 1500 there were 27 files, and
 * the page to sign in was 292 bytes heavier; with 2500 it is heavier as well, by icons of other pages. The home page reads 0.7 KB of those.
 */
const FEW_ICONS_BYTES = 2000

type Module = { importers: readonly string[]; dynamicImporters: readonly string[]; isEntry: boolean }
type GetModule = (id: string) => Module | null

/**
 * What pages share would be a file for each set of pages that share it: more than a hundred, many smaller than the headers of their
 * request. Here one file holds what the sign-in pages share, one what pages of visitors share, one what the first screen shares with panels, pages
 * of the account and calls without keys, one each what it shares with the core pages of the panel and with others, one each what pages of the account, panels with calls, and panels share with others, two
 * what calls without keys share with pages, and one each what the core pages share and what the other pages share. What the site or the start of the app loads stays with them, so that
 * nobody reads the app to see the site.
 *
 * A module goes where all that load it go, so a file never needs one that comes after it.
 */
export function groupChunks(): Rolldown.OutputOptions {
  return {
    // Every name is in every document, with the hash of its content (`integrity.ts`): one character fewer is 140 bytes of the page to sign in.
    chunkFileNames: (chunk) => `assets/${nameOf(chunk)}-[hash:7].js`,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        {
          name: (id, graph) => panelOf(id, (module) => graph.getModuleInfo(module)),
          minShareCount: 2,
          debugName: 'shared by pages of the panels',
        },
        {
          name: 'icons',
          test: ICONS,
          minShareCount: 2,
          entriesAware: true,
          entriesAwareMergeThreshold: FEW_ICONS_BYTES,
        },
        {
          name: (id, graph) => groupOf(id, (module) => graph.getModuleInfo(module)),
          minShareCount: 2,
          debugName: 'shared by pages of the app',
        },
      ],
    },
  }
}

/** A page or a group has a name. The bundler names what else is shared after any module in it: that says nothing and is in every document. */
function nameOf({ name, isDynamicEntry }: { name: string; isDynamicEntry: boolean }): string {
  const known = name.replace(/~.*/, '')
  return isDynamicEntry || GROUPS.has(known) ? known : 'part'
}

/** Ends the build when files need each other in a circle: one of them would run before what it needs, on some pages only. */
export function refuseCircles(): Plugin {
  return {
    name: 'refuse-circles',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const circle = findCircle(Object.fromEntries(chunks.map((chunk) => [chunk.fileName, chunk.imports])))
      if (circle) throw new Error(`files of the build need each other: ${circle.join(' → ')}`)
    },
  }
}

/** The name of the file that a module goes to which pages of the panels alone share, icons as well, so that nobody else fetches it; otherwise null. */
export function panelOf(moduleId: string, getModule: GetModule): string | null {
  const entries = entriesOf(moduleId, getModule)
  if (!entries.every((entry) => ADMIN.test(entry) || STUDIO.test(entry))) return null
  const isNeededBy = (pages: RegExp) => entries.some((entry) => pages.test(entry))
  if (entries.every((entry) => STUDIO.test(entry))) return 'studio-parts'
  const isOfAdmin = entries.every((entry) => ADMIN.test(entry))
  if (isOfAdmin && isNeededBy(ADMIN_FRAME)) return 'admin'
  // With what the frames and the core pages share with other pages, in `groupOf`.
  if (isNeededBy(PANEL) || isNeededBy(CORE)) return null
  return isOfAdmin ? 'admin-parts' : 'panel-parts'
}

/** The name of the file that a module shared by pages goes to; null leaves it to the bundler. */
export function groupOf(moduleId: string, getModule: GetModule): string | null {
  const entries = entriesOf(moduleId, getModule)
  const isNeededBy = (pages: RegExp) => entries.some((entry) => pages.test(entry))
  const isAtStart = entries.some((entry) => getModule(entry)?.isEntry)
  // Of the home page, which most people see first: each of these alone is smaller than its headers.
  if (SITE_PART.test(moduleId) && isNeededBy(HOME) && !isNeededBy(START) && !isAtStart) return 'site-parts'
  if (isNeededBy(SITE) || isNeededBy(START)) return null
  if (isNeededBy(SIGN_IN)) return 'signing-in'
  if (isNeededBy(VISITORS)) return 'visiting'
  if (isNeededBy(FIRST) && [PANEL, ACCOUNT, KEYLESS].some(isNeededBy)) return 'frame'
  if (isNeededBy(FIRST)) return isNeededBy(CORE) ? 'shared' : 'signed-in'
  if (isNeededBy(ACCOUNT)) return 'account'
  if (isNeededBy(PANEL)) return isNeededBy(KEYLESS) || isNeededBy(FURTHER_KEYLESS) ? 'facts' : 'panel'
  if (isNeededBy(KEYLESS)) return 'keyless'
  if (isNeededBy(FURTHER_KEYLESS)) return 'further-keyless'
  return isNeededBy(CORE) ? 'core' : 'further'
}

/** The modules at which loading starts, documents and imports at run time, that bring this module along. */
function entriesOf(moduleId: string, getModule: GetModule): string[] {
  const seen = new Set([moduleId])
  const entries: string[] = []
  for (const id of seen) {
    const module = getModule(id)
    if (!module) continue
    if (module.isEntry || module.dynamicImporters.length) entries.push(id)
    for (const importer of module.importers) seen.add(importer)
  }
  return entries
}

export function findCircle(imports: Readonly<Record<string, readonly string[]>>): string[] | null {
  const done = new Set<string>()
  const follow = (file: string, path: readonly string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return null
    for (const next of imports[file] ?? []) {
      const circle = follow(next, [...path, file])
      if (circle) return circle
    }
    done.add(file)
    return null
  }
  for (const file of Object.keys(imports)) {
    const circle = follow(file, [])
    if (circle) return circle
  }
  return null
}
