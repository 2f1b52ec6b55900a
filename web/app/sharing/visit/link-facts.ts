import { formatBytes, formatDateTime } from '#web/lib/format.ts'
import type { VisitedLink } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'

/** What a visitor learns of a link. @param left downloads, null without a limit */
export function linkFacts(link: VisitedLink, sizeBytes: number, left: number | null): [string, string][] {
  const text = m.link
  const size = formatBytes(sizeBytes)
  return [
    [text.size, link.several ? `${text.several.files(link.files.length)} · ${size}` : size],
    [text.sender, link.sender ?? text.senderHidden],
    [text.expires, formatDateTime(new Date(link.expiresAt))],
    ...(left === null ? [] : [[text.left, text.leftValue(left)] satisfies [string, string]]),
  ]
}

type Words = { counts: string; onVisit: (until: string, left: number) => string }

/** What has been counted of a link with a limit, and what will be. */
export function countSentence(words: Words, left: number, untilMs: number | null): string {
  if (untilMs !== null) return words.onVisit(formatDateTime(new Date(untilMs)), left)
  return left === 0 ? m.link.usedUp : words.counts
}
