const KEY = 'app-builds'
/** Of a year or two. */
const MOST = 20

/** A build that this browser has run, and when it first did. */
export type SeenBuild = { version: string; sha256: string; since: number }

/** @returns builds that this browser has run, the newest first, and whether the newest was not there before and took the place of another. */
export function noteBuild(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  { version, sha256 }: Omit<SeenBuild, 'since'>,
  nowMs: number,
): { builds: SeenBuild[]; isNew: boolean } {
  const seen = read(storage)
  if (seen[0]?.sha256 === sha256) return { builds: seen, isNew: false }
  // A build that comes back is news as well: somebody put an older one in place.
  const builds = [{ version, sha256, since: nowMs }, ...seen].slice(0, MOST)
  try {
    storage.setItem(KEY, JSON.stringify(builds))
  } catch {
    // Full or forbidden: nothing is remembered, so nothing can be new either.
    return { builds, isNew: false }
  }
  return { builds, isNew: seen.length > 0 }
}

function read(storage: Pick<Storage, 'getItem'>): SeenBuild[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isSeenBuild) : []
  } catch {
    // Not ours, or forbidden.
    return []
  }
}

function isSeenBuild(value: unknown): value is SeenBuild {
  const { version, sha256, since } = (value ?? {}) as Partial<Record<keyof SeenBuild, unknown>>
  return typeof version === 'string' && typeof sha256 === 'string' && typeof since === 'number'
}

/** The name of a build as it stands in the footer of the site and in what `verify-app` prints. */
export const buildName = (sha256: string): string => sha256.slice(0, 12)
