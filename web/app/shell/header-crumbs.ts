import { m } from '#web/messages/app.ts'
import { spaces as spaceWords } from '#web/messages/spaces.ts'
import type { Crumb } from '#web/ui/layout/breadcrumbs.tsx'
import type { FolderTree } from '../drive/folders/folder-tree.ts'
import { folderPath, type Place } from '../drive/place.ts'
import type { Space } from '../spaces/space-scope.tsx'

/** The way to what is open. Folders on it take what is dropped on them; '' is the top of the space. */
export function crumbsOf(place: Place, tree: FolderTree, { id: spaceId, name, home: top }: Space): Crumb[] {
  const start: Crumb =
    spaceId === null
      ? { label: m.shell.dashboard, to: folderPath(null) }
      : { label: spaceWords.title, to: '/dashboard/spaces' }
  const home: Crumb = { label: name, to: top, dropId: '' }
  if (place.kind !== 'folder') return [spaceId === null ? start : home, { label: m.items.views[place.kind] }]
  const folders = tree.path(place.id).map(({ id, name: label }) => ({ label, to: folderPath(id, top), dropId: id }))
  return [start, home, ...folders]
}
