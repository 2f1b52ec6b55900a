/** Names below this likeness are no help. */
const LEAST_LIKENESS = 0.6

/** The known name that a mistyped one is most like. */
export function similarName(name: string, known: Iterable<string>, least = LEAST_LIKENESS): string | undefined {
  let best: { name: string; likeness: number } | undefined
  for (const candidate of known) {
    if (candidate === name) continue
    const likeness = 1 - distance(name, candidate) / Math.max(name.length, candidate.length, 1)
    if (likeness >= least && likeness > (best?.likeness ?? 0)) best = { name: candidate, likeness }
  }
  return best?.name
}

/** The hint that goes with it; null when there is none. */
export function perhaps(similar: string | undefined, instead: string): string | null {
  return similar === undefined ? null : `Perhaps you meant '${similar}' instead of '${instead}'.`
}

/** Insertions, deletions and replacements from one text to the other (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let at = 1; at <= from.length; at++) {
    const next = [at]
    for (let other = 1; other <= to.length; other++) {
      const replaced = (row[other - 1] ?? 0) + (from[at - 1] === to[other - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[other] ?? 0) + 1, (next[other - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
