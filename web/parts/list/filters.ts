/** Reads one filter from what the address says. An empty string filters nothing; what cannot be a filter becomes one. */
export type FilterReader = (given: string) => string
export type Filters = Readonly<Record<string, FilterReader>>
/** Values as people see them. Days as `2026-11-21`, where the person is. */
export type FilterValues<Declared extends Filters> = Record<keyof Declared & string, string>

const DAY = /^\d{4}-\d{2}-\d{2}$/
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const anyText =
  (maxCharacters: number): FilterReader =>
  (given) =>
    given.slice(0, maxCharacters)

export const oneOf =
  (values: readonly string[]): FilterReader =>
  (given) =>
    values.includes(given) ? given : ''

/** @param others words that stand for something as well, such as `none` */
export const anId =
  (...others: readonly string[]): FilterReader =>
  (given) =>
    ID.test(given) || others.includes(given) ? given : ''

export const aDay: FilterReader = (given) => (DAY.test(given) ? given : '')

export function readFilters<Declared extends Filters>(
  declared: Declared,
  address: URLSearchParams,
): FilterValues<Declared> {
  const read = Object.entries(declared).map(([name, reader]) => [name, reader(address.get(name) ?? '')])
  return Object.fromEntries(read) as FilterValues<Declared>
}

/** Returns the address with one filter changed; what else is there stays. @param value empty: without it */
export function writeFilter(address: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(address)
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}

export function clearFilters(declared: Filters, address: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(address)
  for (const name of Object.keys(declared)) next.delete(name)
  return next
}

/** Returns the part of the address that has the filters, each as it is read; empty without any. */
export function queryOf(declared: Filters, address: URLSearchParams): string {
  const set = Object.entries(readFilters(declared, address)).filter(([, value]) => value.trim() !== '')
  return new URLSearchParams(set).toString()
}

/** Returns the address with the filters of `query` in place of those that are there; what no filter is declared for stays out. */
export function withQuery(declared: Filters, address: URLSearchParams, query: string): URLSearchParams {
  const next = clearFilters(declared, address)
  for (const [name, value] of new URLSearchParams(queryOf(declared, new URLSearchParams(query)))) next.set(name, value)
  return next
}

/** Returns those that filter, without spaces around them: what goes to the server. */
export function rulesOf<Name extends string>(values: Record<Name, string>): Partial<Record<Name, string>> {
  const set = Object.entries<string>(values).map(([name, value]) => [name, value.trim()] as const)
  return Object.fromEntries(set.filter(([, value]) => value !== '')) as Partial<Record<Name, string>>
}

/** Returns when a day begins where the person is, in ISO 8601; undefined for what is no day. @param daysLater 1 for the end of the day */
export function startOfDay(day: string, daysLater = 0): string | undefined {
  if (!DAY.test(day)) return undefined
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const start = new Date(year, month - 1, date + daysLater)
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString()
}
