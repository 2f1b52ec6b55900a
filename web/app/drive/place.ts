import { useMemo } from 'react'
import { useSearchParams } from 'react-router'

/** Which part of the vault the page shows, as its address says. */
export type Place = { kind: 'folder'; id: string | null } | { kind: 'starred' } | { kind: 'trash' }

const DASHBOARD = '/dashboard'

export function readPlace(parameters: URLSearchParams): Place {
  return placeOf(parameters.get('view'), parameters.get('folder'))
}

function placeOf(view: string | null, folderId: string | null): Place {
  if (view === 'starred' || view === 'trash') return { kind: view }
  return { kind: 'folder', id: folderId }
}

/** The address of a folder; null is the top. @param home of the space it is in. */
export function folderPath(id: string | null, home = DASHBOARD): string {
  return id === null ? home : `${home}?folder=${encodeURIComponent(id)}`
}

export function viewPath(view: 'starred' | 'trash', home = DASHBOARD): string {
  return `${home}?view=${view}`
}

/** The part of the vault that is open; the same object while it is, whatever is searched for there. */
export function usePlace(): Place {
  const [parameters] = useSearchParams()
  const [view, folderId] = [parameters.get('view'), parameters.get('folder')]
  return useMemo(() => placeOf(view, folderId), [view, folderId])
}
