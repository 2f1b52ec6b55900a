import { createContext, use, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'

type Search = { query: string; setQuery: (query: string) => void }

const SearchContext = createContext<Search>({ query: '', setQuery: () => undefined })

/**
 * The search text of the file list, shared by header and page and kept in the URL as `?q=`. The state is local as well:
 * the router applies changes in a transition, which would lag behind a controlled input.
 */
export function SearchProvider({ children }: { children: ReactNode }) {
  const [parameters, setParameters] = useSearchParams()
  const [query, setText] = useState(parameters.get('q') ?? '')

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
  return <SearchContext value={{ query, setQuery }}>{children}</SearchContext>
}

export function useSearch(): Search {
  return use(SearchContext)
}
