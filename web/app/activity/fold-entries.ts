import type { AuditEvent } from '#web/lib/remote/vault-client.ts'
import { activity } from '#web/messages/activity.ts'
import type { Sentence } from './activity-words.ts'

export type Entry = { event: AuditEvent; sentence: Sentence }
/** One line of the feed: an event, or several of the same kind that followed one another. */
export type Line = { text: string; entries: readonly [Entry, ...Entry[]] }

/** Two stay two lines, with their names. */
const FOLDED_FROM = 3
/** An archive fetches one file after the other. */
const APART_MS = 60_000

type Many = keyof typeof activity.many

/** Entries of one day, newest first: what the same person did to many files in a row becomes one line. */
export function foldEntries(entries: readonly Entry[]): Line[] {
  const runs: [Entry, ...Entry[]][] = []
  for (const entry of entries) {
    const run = runs.at(-1)
    if (run && belongs(entry, run.at(-1) ?? run[0])) run.push(entry)
    else runs.push([entry])
  }
  return runs.flatMap((run): Line[] => {
    const [{ sentence }] = run
    if (run.length < FOLDED_FROM) return run.map((entry) => ({ text: entry.sentence.text, entries: [entry] }))
    return [{ text: activity.many[sentence.says as Many](run.length, sentence.who), entries: run }]
  })
}

function belongs(entry: Entry, before: Entry): boolean {
  const { says, person } = entry.sentence
  return (
    says in activity.many &&
    says === before.sentence.says &&
    person === before.sentence.person &&
    Math.abs(Date.parse(before.event.created_at) - Date.parse(entry.event.created_at)) <= APART_MS
  )
}
