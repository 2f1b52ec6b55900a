import type { AuditFilter, AuditPlace, AuditWord } from '#web/lib/remote/vault-client.ts'

/** The filters as people see them; empty strings filter nothing. Days as `2026-11-21`, where the person is. */
export type FilterValues = { search: string; category: string; risk: string; actor: string; from: string; to: string }
/** Which page of the filtered log: its number, and the event it begins behind or ends before. */
export type LogPage = { number: number; older?: AuditPlace; newer?: AuditPlace }

const NAMES = ['search', 'category', 'risk', 'actor', 'from', 'to'] as const
const DAY = /^\d{4}-\d{2}-\d{2}$/
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads filters from the address; what cannot be one is left out. */
export function readFilters(parameters: URLSearchParams): FilterValues {
  const [search, category, risk, actor, from, to] = NAMES.map((name) => parameters.get(name) ?? '') as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  return {
    search,
    category,
    risk,
    actor: ID.test(actor) ? actor : '',
    from: DAY.test(from) ? from : '',
    to: DAY.test(to) ? to : '',
  }
}

/** Writes one filter; the log then begins at its first page again. */
export function writeFilter(parameters: URLSearchParams, name: keyof FilterValues, value: string): URLSearchParams {
  const next = withPage(parameters, { number: 1 })
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}

export function clearFilters(parameters: URLSearchParams): URLSearchParams {
  const next = withPage(parameters, { number: 1 })
  for (const name of NAMES) next.delete(name)
  return next
}

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
  for (const name of ['page', 'older', 'newer']) next.delete(name)
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
    since: from ? startOfDay(from, 0) : undefined,
    until: to ? startOfDay(to, 1) : undefined,
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

function startOfDay(day: string, daysLater: number): string | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const start = new Date(year, month - 1, date + daysLater)
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString()
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
