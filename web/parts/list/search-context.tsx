import { createContext, use, useState, type ReactNode } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router'

type Search = {
  query: string
  setQuery: (query: string) => void
  /** From any page: goes to the list of files, or to that of the team space at `home`, and searches there. */
  find: (name: string, home?: string) => void
}

const SearchContext = createContext<Search>({ query: '', setQuery: () => undefined, find: () => undefined })

/**
 * The search text of the file list, shared by header and page and kept in the URL as `?q=`. The state is local as well:
 * the router applies changes in a transition, which would lag behind a controlled input.
 */
export function SearchProvider({ children }: { children: ReactNode }) {
  const [parameters, setParameters] = useSearchParams()
  const navigate = useNavigate()
  const [query, setText] = useState(parameters.get('q') ?? '')
  const { key } = useLocation()
  const isOwnChange = useNavigationType() === NavigationType.Replace
  const [seenKey, setSeenKey] = useState(key)
  if (key !== seenKey) {
    // Back, forward and links bring their own text; typing replaces the address and is ahead of it.
    setSeenKey(key)
    if (!isOwnChange) setText(parameters.get('q') ?? '')
  }

  const setQuery = (text: string) => {
    setText(text)
    setParameters(
      (current) => {
        if (text) current.set('q', text)
        else current.delete('q')
        return current
      },
      { replace: true },
    )
  }
  const find = (name: string, home = '/dashboard') => {
    setText(name)
    void navigate(`${home}?${new URLSearchParams({ q: name }).toString()}`)
  }
  return <SearchContext value={{ query, setQuery, find }}>{children}</SearchContext>
}

export function useSearch(): Search {
  return use(SearchContext)
}
