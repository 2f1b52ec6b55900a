import type { Import } from './imports.ts'

/** What the features of a part may use of each other: modules by feature. Everything else in the folder is the feature's own. */
export type Features = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** Lists of features, with the module of each room that only they import: a new room edits no other list. */
const LISTS: Readonly<Record<string, string>> = {
  'server/features.ts': 'feature.ts',
  'web/admin/rooms.ts': 'room.ts',
  'web/studio/rooms.ts': 'room.ts',
}

const TESTS = /\.(test|spec)\.tsx?$|\/testing\//

/** Imports between features that `features` does not list, and listed modules that no other feature uses, a line each. */
export function featureViolations(imports: readonly Import[], features: Features): string[] {
  return Object.entries(features).flatMap(([part, shared]) => {
    const between = imports.filter(({ from, to }) => {
      const used = featureOf(part, to)
      const isOutside = from.startsWith(`${part}/`) && used !== undefined && used !== featureOf(part, from)
      return isOutside && !TESTS.test(from) && to !== `${part}/${used}/${LISTS[from]}`
    })
    const used = new Set(between.map(({ to }) => to))
    const listed = new Set(
      Object.entries(shared).flatMap(([feature, modules]) => modules.map((file) => `${part}/${feature}/${file}`)),
    )
    return [
      ...between
        .filter(({ to }) => !listed.has(to))
        .map(
          ({ from, to }) => `${from} → ${to}: a feature's own module, or list it in scripts/walls/shared-modules.ts`,
        ),
      ...[...listed].filter((to) => !used.has(to)).map((to) => `no other feature uses ${to}: take it off the list`),
    ]
  })
}

/** The folder right below `part`; undefined for what lies in no folder of it. */
function featureOf(part: string, file: string): string | undefined {
  if (!file.startsWith(`${part}/`)) return undefined
  const [feature, ...rest] = file.slice(part.length + 1).split('/')
  return rest.length > 0 ? feature : undefined
}
