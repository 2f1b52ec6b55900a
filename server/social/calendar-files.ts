import { csvHead, csvLine } from '#contract/csv/csv.ts'
import { postText } from '#contract/studio/platforms.ts'
import type { CalendarRow, PostRow } from './calendars.sql.ts'

/** The columns of the specification. */
const COLUMNS = ['Date', 'Platform', 'Content', 'Content Type', 'Hashtags', 'CTA']

export function calendarCsv(posts: readonly PostRow[]): string {
  const lines = posts.map(({ date, platform, content, content_type: type, hashtags, cta }) =>
    csvLine([date, platform, content, type, hashtags.join(' '), cta]),
  )
  return csvHead(COLUMNS) + lines.join('')
}

const MAX_LINE_BYTES = 75

/**
 * The posts as a calendar by RFC 5545. Times have no zone: a post is due at this hour wherever its publisher is.
 * @param label of texts of a model, which is in each entry
 */
export function calendarIcs(
  { id, month, created_at: createdAt }: Pick<CalendarRow, 'id' | 'month' | 'created_at'>,
  posts: readonly PostRow[],
  label: string | undefined,
): string {
  const stamp = `${createdAt.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`
  const events = posts.flatMap((post) => [
    'BEGIN:VEVENT',
    `UID:${post.id}@quantumshield`,
    `DTSTAMP:${stamp}`,
    `SEQUENCE:${post.version - 1}`,
    `DTSTART:${post.date.replaceAll('-', '')}T${post.slot.replace(':', '')}00`,
    'DURATION:PT15M',
    `SUMMARY:${escaped(`${post.platform}: ${post.content_type} about ${post.pillar}`)}`,
    `DESCRIPTION:${escaped([postText(post.content, post.hashtags), post.cta, ...(label === undefined ? [] : [label])].join('\n\n'))}`,
    `CATEGORIES:${escaped(post.platform)}`,
    ...(post.published_at ? ['STATUS:CONFIRMED'] : ['STATUS:TENTATIVE']),
    'END:VEVENT',
  ])
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//QuantumShield//Social calendar//EN',
    `X-WR-CALNAME:${escaped(`Social calendar ${month}`)}`,
    `UID:${id}@quantumshield`,
    ...events,
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** RFC 5545 §3.3.11. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, ' ')

/** Lines of at most 75 bytes, none of which ends inside a character; RFC 5545 §3.1. */
function folded(line: string): string {
  const lines: string[] = []
  let current = ''
  for (const letter of line) {
    const room = lines.length === 0 ? MAX_LINE_BYTES : MAX_LINE_BYTES - 1
    if (Buffer.byteLength(current + letter) > room) {
      lines.push(current)
      current = ''
    }
    current += letter
  }
  return [...lines, current].join('\r\n ')
}
