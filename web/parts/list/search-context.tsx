import { createContext, use, useState, type ReactNode } from 'react'
import {
  type Location,
  NavigationType,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from 'react-router'

type Search = {
  query: string
  setQuery: (query: string) => void
  /**
   * From any page: goes to the list of files, or to that of the team space at `home`, and searches there. The name is in the state of the
   * history, which stays with a reload, and not in the address, which a reload sends to the server.
   */
  find: (name: string, home?: string) => void
}

const SearchContext = createContext<Search>({ query: '', setQuery: () => undefined, find: () => undefined })

/**
 * The search text of the file list, shared by header and page and kept in the URL as `?q=`, that of `find` in the state of the history. It is
 * local as well: the router applies changes in a transition, which would lag behind a controlled input.
 */
export function SearchProvider({ children }: { children: ReactNode }) {
  const [parameters, setParameters] = useSearchParams()
  const navigate = useNavigate()
  const location = useLocation()
  const found = foundIn(location)
  const [query, setText] = useState(found ?? parameters.get('q') ?? '')
  const { key } = location
  const isOwnChange = useNavigationType() === NavigationType.Replace
  const [seenKey, setSeenKey] = useState(key)
  if (key !== seenKey) {
    // Back, forward and links bring their own text; typing replaces the address and is ahead of it.
    setSeenKey(key)
    if (!isOwnChange) setText(found ?? parameters.get('q') ?? '')
  }

  const setQuery = (text: string) => {
    setText(text)
    setParameters(
      (current) => {
        if (text && found === null) current.set('q', text)
        else current.delete('q')
        return current
      },
      // Parts of a name that was found are no more for the address than all of it.
      { replace: true, state: found === null || text === '' ? null : { found: text } },
    )
  }
  const find = (name: string, home = '/dashboard') => {
    setText(name)
    void navigate(home, { state: { found: name } })
  }
  return <SearchContext value={{ query, setQuery, find }}>{children}</SearchContext>
}

/** The name that was looked for, where the history has one; it may be that of an earlier version of the app. */
function foundIn({ state }: Location<unknown>): string | null {
  const isFound = typeof state === 'object' && state !== null && 'found' in state && typeof state.found === 'string'
  return isFound ? (state.found as string) : null
}

export function useSearch(): Search {
  return use(SearchContext)
}
