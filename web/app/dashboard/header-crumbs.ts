import { m } from '#web/messages/app.ts'
import type { Crumb } from '#web/ui/breadcrumbs.tsx'
import type { FolderTree } from './items/folder-tree.ts'
import { folderPath, type Place } from './items/place.ts'

/** The way to what is open. Folders on it take what is dropped on them; '' is the top of the vault. */
export function crumbsOf(place: Place, tree: FolderTree): Crumb[] {
  const home: Crumb = { label: m.shell.dashboard, to: folderPath(null) }
  if (place.kind !== 'folder') return [home, { label: m.items.views[place.kind] }]
  const top: Crumb = { label: m.shell.myFiles, to: folderPath(null), dropId: '' }
  const folders = tree.path(place.id).map(({ id, name }) => ({ label: name, to: folderPath(id), dropId: id }))
  return [home, top, ...folders]
}
