/** Which part of the vault the page shows, as its address says. */
export type Place = { kind: 'folder'; id: string | null } | { kind: 'starred' } | { kind: 'trash' }

const DASHBOARD = '/dashboard'

export function readPlace(parameters: URLSearchParams): Place {
  const view = parameters.get('view')
  if (view === 'starred' || view === 'trash') return { kind: view }
  return { kind: 'folder', id: parameters.get('folder') }
}

/** The address of a folder; null is the top of the vault. */
export function folderPath(id: string | null): string {
  return id === null ? DASHBOARD : `${DASHBOARD}?folder=${encodeURIComponent(id)}`
}

export function viewPath(view: 'starred' | 'trash'): string {
  return `${DASHBOARD}?view=${view}`
}
