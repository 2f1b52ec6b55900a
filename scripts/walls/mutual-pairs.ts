import type { Import } from './imports.ts'

/** Folders whose folders are rooms. A room that another one imports back cannot be understood, tested or deleted by itself. */
const FLOORS = ['web/app', 'web/admin', 'web/studio', 'web/lib', 'web/parts', 'vault', 'server', 'server/auth', 'cli']

/** Pairs of rooms that import each other today. The list only gets shorter: a new pair is a violation, and so is a line that no longer holds. */
export const KNOWN_PAIRS: readonly string[] = [
  'server/auth: account and mail',
  'server/auth: account and mfa',
  'server/auth: account and password',
  'server/auth: account and session',
  'server/auth: mail and mfa',
  'server: auth and http',
  'vault: account and recovery',
  'vault: files and folders',
  'vault: files and transfer',
  'vault: folders and transfer',
  'vault: ledger and session',
  'vault: sharing and transfer',
  'web/app: account and recovery',
  'web/app: account and security',
  'web/app: activity and drive',
  'web/app: drive and requests',
  'web/app: drive and sharing',
  'web/app: drive and spaces',
  'web/app: requests and sharing',
  'web/app: security and threats',
  'web/lib: account and remote',
  'web/lib: files and remote',
]

const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing\//.test(file)

/** Returns pairs of rooms of one floor that import each other, as `floor: one and other`, sorted. Types count, tests do not. */
export function mutualPairs(imports: readonly Import[]): string[] {
  return FLOORS.flatMap((floor) => {
    const arrows = new Set<string>()
    for (const { from, to } of imports) {
      const [room, other] = [roomOf(floor, from), roomOf(floor, to)]
      if (room && other && room !== other && !isTest(from)) arrows.add(`${room} and ${other}`)
    }
    const isMutual = (arrow: string) => arrows.has(arrow.split(' and ').toReversed().join(' and '))
    const once = (arrow: string) => arrow.split(' and ').toSorted().join(' and ') === arrow
    return [...arrows].filter((arrow) => once(arrow) && isMutual(arrow)).map((arrow) => `${floor}: ${arrow}`)
  }).toSorted()
}

/** Compares the pairs with those that are known. */
export function pairViolations(imports: readonly Import[], known = KNOWN_PAIRS): string[] {
  const pairs = mutualPairs(imports)
  return [
    ...pairs
      .filter((pair) => !known.includes(pair))
      .map((pair) => `${pair} import each other: move what both need below them`),
    ...known
      .filter((pair) => !pairs.includes(pair))
      .map((pair) => `${pair} no longer import each other: take the pair out of scripts/walls/mutual-pairs.ts`),
  ]
}

/** A folder of a floor; files on the floor itself belong to no room. */
function roomOf(floor: string, file: string): string | undefined {
  if (!file.startsWith(`${floor}/`)) return undefined
  const [room, ...rest] = file.slice(floor.length + 1).split('/')
  return rest.length > 0 ? room : undefined
}
