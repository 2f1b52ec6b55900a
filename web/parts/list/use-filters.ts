import { useSearchParams } from 'react-router'
import {
  clearFilters,
  type Filters,
  type FilterValues,
  queryOf,
  readFilters,
  withQuery,
  writeFilter,
} from './filters.ts'

export type UsedFilters<Declared extends Filters = Filters> = {
  values: FilterValues<Declared>
  isFiltered: boolean
  set: (name: keyof Declared & string) => (value: string) => void
  clear: () => void
  /** Part of the address that has the filters, and the saved view that was opened last. */
  query: string
  viewId: string | null
  /** Filters as `query` says. @param viewId null: by no saved view */
  open: (query: string, viewId: string | null) => void
}

/** Part of the address that names the saved view. What filters the list is read from the filters alone. */
const VIEW = 'view'

/**
 * Filters that live in the address, so that a view can be shared and the back button works.
 * @param paging parts of the address that say which page of the list is shown; another filter begins at the first one
 */
export function useFilters<const Declared extends Filters>(
  declared: Declared,
  paging: readonly string[] = [],
): UsedFilters<Declared> {
  const [address, setAddress] = useSearchParams()
  const values = readFilters(declared, address)
  const fromFirstPage = (next: URLSearchParams) =>
    setAddress(paging.reduce((at, name) => writeFilter(at, name, ''), next))
  return {
    values,
    isFiltered: Object.values<string>(values).some((value) => value.trim() !== ''),
    set: (name) => (value) => fromFirstPage(writeFilter(addressOfNow(), name, value)),
    clear: () => fromFirstPage(writeFilter(clearFilters(declared, addressOfNow()), VIEW, '')),
    query: queryOf(declared, address),
    viewId: address.get(VIEW),
    open: (query, viewId) => fromFirstPage(writeFilter(withQuery(declared, addressOfNow(), query), VIEW, viewId ?? '')),
  }
}

/** Which row is open next to a list; it is in the address. @param name of the part of the address */
export function useOpened(name: string): {
  id: string | null
  /** As the address says, also before the page is drawn. */
  idNow: () => string | null
  open: (id: string | null) => void
} {
  const [address, setAddress] = useSearchParams()
  return {
    id: address.get(name),
    idNow: () => addressOfNow().get(name),
    open: (id) => setAddress(writeFilter(addressOfNow(), name, id ?? '')),
  }
}

/** What the address says now: a page that is busy draws it later, and the next change would be made to the one before. */
const addressOfNow = () => new URLSearchParams(window.location.search)
