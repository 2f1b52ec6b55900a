type Rank = readonly [kind: number, value: number | string]

/** What ends a version without a pre-release: 1.0.0 comes after each 1.0.0-x. */
const RELEASED: Rank = [3, 0]

/** Whether `one` comes before `other`, by the rules of https://semver.org/#spec-item-11. */
export function isOlderVersion(one: string, other: string): boolean {
  const [ranks, others] = [ranksOf(one), ranksOf(other)]
  for (const [at, [kind, value]] of ranks.entries()) {
    const [otherKind, otherValue] = others[at] ?? [0, 0]
    if (kind !== otherKind) return kind < otherKind
    if (value !== otherValue) return value < otherValue
  }
  return ranks.length < others.length
}

/** Of each part, in its order: numbers come before words. What follows a `+` does not count. */
function ranksOf(version: string): Rank[] {
  const [counted = ''] = version.split('+')
  const [, core = counted, preRelease] = /^([^-]*)-(.*)$/.exec(counted) ?? []
  const rank = (part: string): Rank => (/^\d+$/.test(part) ? [1, Number(part)] : [2, part])
  return [...core.split('.').map(rank), ...(preRelease === undefined ? [RELEASED] : preRelease.split('.').map(rank))]
}
