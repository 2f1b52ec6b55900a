const HOME = '/dashboard'

/** The one address of each page with a tab, which its entry in the sidebar has as well, in the order of the strip. */
export const TAB_ADDRESSES = {
  files: HOME,
  documents: `${HOME}?tab=documents`,
  shared: `${HOME}/shared`,
  activity: `${HOME}/activity`,
  'audit-logs': `${HOME}?tab=audit-logs`,
  settings: `${HOME}/settings`,
} as const
export type TabId = keyof typeof TAB_ADDRESSES

const TABS = Object.entries(TAB_ADDRESSES) as [TabId, string][]

/** The tab of an address; undefined for a page without one. */
export function tabAt(pathname: string, parameters: URLSearchParams): TabId | undefined {
  const asked = pathname === HOME ? parameters.get('tab') : null
  const address = asked === null ? pathname : `${HOME}?tab=${asked}`
  return TABS.find(([, to]) => to === address)?.[0] ?? (pathname === HOME ? 'files' : undefined)
}

/** Where an address leads that names by `?tab=` what has a page of its own, or nothing at all; null for all others. */
export function movedTab(pathname: string, parameters: URLSearchParams): { to: string; isUnknown: boolean } | null {
  const asked = parameters.get('tab')
  if (pathname !== HOME || asked === null) return null
  const to = TABS.find(([id]) => id === asked)?.[1]
  if (to?.includes('?')) return null
  const rest = new URLSearchParams(parameters)
  rest.delete('tab')
  return { to: [to ?? HOME, rest.toString()].filter(Boolean).join('?'), isUnknown: to === undefined }
}
