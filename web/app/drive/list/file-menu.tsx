import {
  Copy,
  CopyPlus,
  Download,
  Eye,
  FileUp,
  FolderInput,
  FolderOpen,
  History,
  Info,
  Pencil,
  Share2,
  Star,
  StarOff,
  Tag,
  Trash2,
  Unlink,
} from 'lucide-react'
import type { ComponentProps, RefObject } from 'react'
import { m } from '#web/messages/app.ts'
import { ContextMenu, type MenuPoint } from '#web/ui/overlay/context-menu.tsx'
import { MenuItem, MenuSeparator } from '#web/ui/overlay/menu.tsx'
import { isFolder, type Item } from '../item.ts'
import { useSpace } from '../../spaces/space-scope.tsx'
import type { FileCommands } from './use-file-commands.ts'
import { useAfterClosing } from '#web/ui/overlay/use-after-closing.ts'

const text = m.files.action

export type OpenMenu = { item: Item; at: MenuPoint }

type Props = {
  menu: OpenMenu | null
  commands: FileCommands
  onClose: () => void
  gridRef: RefObject<HTMLElement | null>
}

/** Everything that can be done with one row, by right click, Shift+F10 or the row's button. */
export function FileMenu({ menu, commands, onClose, gridRef }: Props) {
  const item = menu?.item
  const { later, run } = useAfterClosing()
  const entries = item && { item, commands, later }
  return (
    <ContextMenu
      label={item ? text.menuTitle(item.name) : ''}
      at={menu?.at ?? null}
      onClose={onClose}
      onClosed={run}
      finalFocus={gridRef}
    >
      {entries && (
        <>
          <UseEntries {...entries} />
          <ChangeEntries {...entries} />
        </>
      )}
    </ContextMenu>
  )
}

type EntriesProps = { item: Item; commands: FileCommands; later: ReturnType<typeof useAfterClosing>['later'] }

function UseEntries({ item, commands, later }: EntriesProps) {
  const isPersonal = useSpace().id === null
  return (
    <>
      <Command
        Icon={isFolder(item) ? FolderOpen : Eye}
        label={isFolder(item) ? m.items.open : text.preview}
        keys="Enter"
        onClick={later(() => commands.open(item))}
      />
      <Command
        Icon={Download}
        label={isFolder(item) ? m.items.zip.open : text.download}
        onClick={() => commands.download([item])}
      />
      {(isPersonal || !isFolder(item)) && (
        <Command
          Icon={Share2}
          label={isFolder(item) ? m.sharing.folder.open : text.share}
          onClick={later(() => commands.share([item]))}
        />
      )}
      {!isFolder(item) && item.isShared && isPersonal && (
        <Command Icon={Unlink} label={text.unshare} onClick={later(() => commands.unshare(item))} />
      )}
      <Command
        Icon={item.isStarred ? StarOff : Star}
        label={item.isStarred ? m.items.star.off : m.items.star.on}
        onClick={() => commands.star(item)}
      />
      {!isFolder(item) && (
        <Command Icon={Tag} label={m.documents.choose.open} onClick={later(() => commands.tags([item]))} />
      )}
    </>
  )
}

function ChangeEntries({ item, commands, later }: EntriesProps) {
  const { canEdit } = useSpace()
  return (
    <>
      {canEdit && (
        <>
          <Command Icon={FolderInput} label={m.items.move.open} onClick={later(() => commands.move([item]))} />
          <Command Icon={Pencil} label={text.rename} keys="F2" onClick={later(() => commands.rename(item))} />
        </>
      )}
      {canEdit && <Command Icon={CopyPlus} label={m.items.copy.here} onClick={() => commands.copyHere([item])} />}
      <Command Icon={Copy} label={m.items.copy.open} onClick={later(() => commands.copyTo([item]))} />
      {canEdit && !isFolder(item) && (
        <Command Icon={FileUp} label={m.versions.upload} onClick={() => commands.newVersion(item)} />
      )}
      {canEdit && <Command Icon={History} label={m.versions.putBack} onClick={later(() => commands.putBack(item))} />}
      {!isFolder(item) && (
        <Command Icon={Info} label={m.details.open} keys="I" onClick={later(() => commands.details(item))} />
      )}
      {canEdit && (
        <>
          <MenuSeparator />
          <Command Icon={Trash2} label={text.remove} isDanger keys="Delete" onClick={() => commands.trash([item])} />
        </>
      )}
    </>
  )
}

type CommandProps = { Icon: typeof Copy; label: string } & Omit<ComponentProps<typeof MenuItem>, 'children'>

function Command({ Icon, label, ...item }: CommandProps) {
  return (
    <MenuItem {...item}>
      <Icon size={16} aria-hidden="true" />
      {label}
    </MenuItem>
  )
}
