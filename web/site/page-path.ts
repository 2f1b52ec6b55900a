import { createContext, use } from 'react'

/** The address of the page that this document is, without what stands behind `#`. */
export const PagePath = createContext('/')

/** For the link to a page: whether it is this one. */
export function useIsCurrent(): (href: string) => 'page' | undefined {
  const path = use(PagePath)
  return (href) => (href === path || path.startsWith(`${href}/`) ? 'page' : undefined)
}
