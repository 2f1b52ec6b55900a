import { Download, Eye, FolderInput, FolderOpen, Share2, Star, Tag } from 'lucide-react'
import { m } from '#web/messages/app.ts'
import { ActionGrid, type GridAction } from '#web/ui/list/action-grid.tsx'
import { useSpace } from '../../spaces/space-scope.tsx'
import { isFolder, type Item } from '../item.ts'
import type { FileCommands } from '../list/use-file-commands.ts'

/** What is done most with one item; its menu has the rest. */
export function DetailsActions({ item, commands }: { item: Item; commands: FileCommands }) {
  const { id: spaceId, canEdit } = useSpace()
  const { action } = m.details
  const share: GridAction = {
    id: 'share',
    label: m.files.action.share,
    Icon: Share2,
    onPress: () => commands.share([item]),
  }
  const star: GridAction = {
    id: 'star',
    label: item.isStarred ? action.unstar : m.items.star.on,
    Icon: Star,
    isOn: item.isStarred,
    onPress: () => commands.star(item),
  }
  const tags: GridAction = {
    id: 'tags',
    label: m.documents.tags,
    Icon: Tag,
    onPress: () => commands.tags([item]),
  }
  const move: GridAction = { id: 'move', label: action.move, Icon: FolderInput, onPress: () => commands.move([item]) }
  return (
    <ActionGrid
      label={m.files.action.menuTitle(item.name)}
      actions={[
        isFolder(item)
          ? { id: 'open', label: m.items.open, Icon: FolderOpen, onPress: () => commands.open(item) }
          : { id: 'preview', label: m.files.action.preview, Icon: Eye, onPress: () => commands.open(item) },
        { id: 'download', label: m.preview.download, Icon: Download, onPress: () => commands.download([item]) },
        ...(spaceId === null || !isFolder(item) ? [share] : []),
        star,
        ...(isFolder(item) ? [] : [tags]),
        ...(canEdit ? [move] : []),
      ]}
    />
  )
}
