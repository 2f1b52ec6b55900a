import { LIMITS } from '#contract/limits.ts'
import { dateLocale } from '#web/lib/format.ts'
import { m } from '#web/messages/app.ts'

export type Range = { min: number; max: number; isOptional?: boolean }

/** Days a link may live; the database refuses more. */
export const LINK_DAYS: Range = { min: 1, max: LIMITS.linkDays }
/** Days a grant to a person may live; empty for no end. */
export const GRANT_DAYS: Range = { min: 1, max: 3650, isOptional: true }
export const DOWNLOADS: Range = { min: 1, max: 10_000, isOptional: true }

/** For a field's `validate`: null when the text is a number of the range. */
export function numberProblem({ min, max, isOptional = false }: Range): (text: string) => string | null {
  return (text) => {
    const typed = text.trim()
    if (typed === '' && isOptional) return null
    const value = Number(typed)
    return /^\d+$/.test(typed) && value >= min && value <= max ? null : m.sharing.number.whole(min, max)
  }
}

/** The number in a field that was validated; null for an empty one. */
export function numberIn(text: string | undefined): number | null {
  const typed = text?.trim() ?? ''
  return typed === '' ? null : Number(typed)
}

/** The text in a field; null for an empty one. */
export function textIn(text: string | undefined): string | null {
  const typed = text?.trim() ?? ''
  return typed === '' ? null : typed
}

/**
 * The addresses of a list, as people type it or mail programs copy it: with commas, semicolons, spaces or lines between, and a name
 * before an address in angle brackets, quoted when it has a comma. Small letters, each once.
 */
export function addressesIn(text: string): string[] {
  const entries = text
    .toLowerCase()
    .replace(/"[^"]*"/g, '')
    .split(/[,;\n]+/)
  const addresses = entries.flatMap((entry) => /<([^<>]*)>/.exec(entry)?.[1]?.trim() ?? entry.split(/\s+/))
  return [...new Set(addresses.filter(Boolean))]
}

/** Whether a text could be an address; only the server knows whether it is one. */
export const isAddress = (text: string): boolean => /^[^@\s]+@[^@\s]+$/.test(text)

/** What has an end, and perhaps a limit. */
export type Ending = { expiresAt: string | null; maxDownloads?: number | null; downloads?: number }

/** Whether a link or a grant opens nothing any more, by its own terms. */
export function isOver(ending: Ending, now: Date): boolean {
  const { maxDownloads = null, downloads = 0 } = ending
  return isLate(ending, now) || (maxDownloads !== null && downloads >= maxDownloads)
}

/** Whether its time has run out. */
export function isLate({ expiresAt }: Ending, now: Date): boolean {
  return expiresAt !== null && new Date(expiresAt).getTime() <= now.getTime()
}

type Remaining = { people: readonly Ending[]; links: readonly Ending[] }

type Access = {
  people: readonly (Ending & { fileId: string; userId: string })[]
  links: readonly (Ending & { openIds: readonly string[] })[]
}

/** How many people and links open one of the files today. */
export function losersOf(access: Access | undefined, fileIds: ReadonlySet<string>, now: Date) {
  const open = <One extends Ending>(list: readonly One[] = []) => list.filter((one) => !isOver(one, now))
  const grants = open(access?.people).filter(({ fileId }) => fileIds.has(fileId))
  const links = open(access?.links).filter(({ openIds }) => openIds.some((id) => fileIds.has(id)))
  return { people: new Set(grants.map(({ userId }) => userId)).size, links: links.length }
}

/** What a toast says when a person or a link was ended: also what else still opens the file. Null when nothing does. */
export function remainsSentence(ended: string, { people, links }: Remaining, now: Date): string | null {
  const open = (list: readonly Ending[]) => list.filter((one) => !isOver(one, now)).length
  const [stillLinks, stillPeople] = [open(links), open(people)]
  return stillLinks + stillPeople === 0 ? null : m.sharing.remains(ended, stillLinks, stillPeople)
}

/** The day of a moment, as people write it. */
export const dayOf = (at: string): string => new Date(at).toLocaleDateString(dateLocale())

/** Until when something is open to others, or since when no more. */
export function untilText(expiresAt: string, now: Date): string {
  const { until, ended } = m.sharing.access
  return isOver({ expiresAt }, now) ? ended(dayOf(expiresAt)) : until(dayOf(expiresAt))
}
