import type { AccessKind, AccessSource } from '#contract/reviews/access-on-day.ts'
import { formatCount } from '#web/lib/format.ts'
import { englishWords } from '../languages/english-words.ts'

const kinds: Record<AccessKind, string> = {
  role: 'Role',
  space: 'Team space',
  share: 'File shared with them',
  team: 'Team',
  own: 'Own vault',
}
const sources: Record<AccessSource, string> = {
  roster: 'signed roster',
  now: 'as it is now',
  log: 'audit log',
}
const files = (count: number): string => (count === 1 ? '1 file' : `${formatCount(count)} files`)

/** What somebody could open on a day. */
export const accessOnDay = englishWords('reviews', {
  open: 'What could they open on a day…',
  title: (who: string) => `What ${who} could open`,
  day: 'Day (UTC)',
  loading: 'Reading what they could open',
  failed: 'What they could open could not be read',
  retry: 'Try again',
  none: 'Nothing that the server knows of',
  list: 'Access on this day',
  kinds,
  space: (id: string) => `Team space ${id.slice(0, 8)}`,
  file: (id: string) => `File ${id.slice(0, 8)}`,
  files,
  from: (when: string) => `from ${when}`,
  until: (when: string) => `until ${when}`,
  source: (source: AccessSource) => `source: ${sources[source]}`,
  by: (who: string) => `given by ${who}`,
  cut: 'There is more than this list holds.',
  limits:
    'Not known: files opened by links that were sent outside, copies and downloads, files that are deleted by now, and grants whose events are no longer in the audit log. The server knows spaces and files by their ids, not by their names.',
  save: 'Save as CSV',
  saved: 'Saved. Its hash is in the audit log.',
  saveFailed: 'Nothing was saved',
})
