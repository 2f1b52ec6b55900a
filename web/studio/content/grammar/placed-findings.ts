import type { Finding } from '#web/lib/remote/vault-client.ts'

/** A finding at its place in the whole text. */
export type Placed = Finding & {
  /** The same for as long as the finding is there. */
  id: string
}

/** Signs before and after a finding that tell it from others with the same words. */
const NEXT_TO_IT = 16

/** Moves findings of a paragraph to where it begins in `text`. */
export function placed(findings: readonly Finding[], from: number, text: string): Placed[] {
  return findings.map((finding) => {
    const place = { from: finding.from + from, to: finding.to + from }
    return { ...finding, ...place, id: idOf({ ...finding, ...place }, text) }
  })
}

function idOf({ from, to, kind, message }: Finding, text: string): string {
  const around = text.slice(Math.max(0, from - NEXT_TO_IT), to + NEXT_TO_IT)
  return [kind, message, text.slice(from, to), around].join('\n')
}

/** The one change that turns a text into another: what both begin and end with is left out. */
export function changeOf(before: string, after: string): { from: number; removed: number; added: number } {
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from++
  let end = 0
  while (end < shorter - from && before.at(-1 - end) === after.at(-1 - end)) end++
  return { from, removed: before.length - from - end, added: after.length - from - end }
}

/** A letter next to a finding makes another word of it; a comma does not. */
const isOfWord = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{M}\p{N}'’-]/u.test(sign)

/** Findings of `before` where they are in `after`; those that the change touches are no longer known. */
export function mapped(findings: readonly Placed[], before: string, after: string): Placed[] {
  if (before === after) return [...findings]
  const { from, removed, added } = changeOf(before, after)
  return findings.flatMap((finding) => {
    const by = added - removed
    if (finding.to < from || (finding.to === from && !isOfWord(after[from]))) return [finding]
    const isBehind = finding.from >= from + removed
    if (!isBehind || (finding.from === from + removed && isOfWord(after[finding.from + by - 1]))) return []
    return [{ ...finding, from: finding.from + by, to: finding.to + by }]
  })
}
