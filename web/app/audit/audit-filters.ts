import type { AuditFilter, AuditPlace, AuditWord } from '#web/lib/remote/vault-client.ts'
import { aDay, anId, anyText, type FilterValues as Filtered, startOfDay } from '#web/parts/list/filters.ts'

/** What the log is filtered by; all of it is in the address. */
export const auditFilters = {
  search: anyText(200),
  category: anyText(50),
  risk: anyText(20),
  actor: anId(),
  from: aDay,
  to: aDay,
}
export type FilterValues = Filtered<typeof auditFilters>
/** The parts of the address that say which page of the log is shown. */
export const PAGING = ['page', 'older', 'newer'] as const
/** Which page of the filtered log: its number, and the event it begins behind or ends before. */
export type LogPage = { number: number; older?: AuditPlace; newer?: AuditPlace }

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function readPage(parameters: URLSearchParams): LogPage {
  const number = Number(parameters.get('page') ?? 1)
  const older = readPlace(parameters.get('older'))
  const newer = readPlace(parameters.get('newer'))
  if (!Number.isInteger(number) || number < 2 || !(older || newer)) return { number: 1 }
  return { number, ...(older ? { older } : newer ? { newer } : {}) }
}

/** The address of another page. */
export function withPage(parameters: URLSearchParams, { number, older, newer }: LogPage): URLSearchParams {
  const next = new URLSearchParams(parameters)
  for (const name of PAGING) next.delete(name)
  if (number > 1) next.set('page', String(number))
  if (number > 1 && older) next.set('older', `${older.createdAt}~${older.id}`)
  if (number > 1 && newer) next.set('newer', `${newer.createdAt}~${newer.id}`)
  return next
}

function readPlace(text: string | null): AuditPlace | undefined {
  const [createdAt = '', id = ''] = text?.split('~') ?? []
  return ID.test(id) && !Number.isNaN(Date.parse(createdAt)) ? { createdAt, id } : undefined
}

/** What a search found: what each of its words may mean, or the id that it holds. */
export type FoundWords = { words: readonly AuditWord[]; about: string | undefined }

/** What the server is asked for. `to` includes its whole day. @param found undefined without a search */
export function auditFilterOf({ category, risk, actor, from, to }: FilterValues, found?: FoundWords): AuditFilter {
  return {
    category: category || undefined,
    risk: risk || undefined,
    userId: actor || undefined,
    since: startOfDay(from),
    until: startOfDay(to, 1),
    // People who search want what was deleted with an account as well.
    ...(found ?? { consequences: 'hidden' }),
  }
}

/** The words of a search, the id among them apart. */
export function wordsOf(search: string): { words: string[]; about: string | undefined } {
  const all = search.trim().split(/\s+/).filter(Boolean)
  const about = all.find((word) => ID.test(word.toLowerCase()))
  return { words: all.filter((word) => word !== about), about: about?.toLowerCase() }
}

/** True when every word of `search` is in one of the texts; dots and underscores count as spaces. */
export function matchesSearch(texts: readonly string[], search: string): boolean {
  const words = plain(search).split(' ')
  return texts.map(plain).some((text) => words.every((word) => text.includes(word)))
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[._\s]+/g, ' ')
    .trim()
}
