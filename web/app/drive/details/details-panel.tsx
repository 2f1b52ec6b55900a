import { PanelRight } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { formatBytes, formatShortDateTime } from '#web/lib/format.ts'
import type { VaultFolder } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { PanelPicture } from '#web/ui/list/tile.tsx'
import { DockedPanel } from '#web/ui/overlay/docked-panel.tsx'
import { useSpace } from '../../spaces/space-scope.tsx'
import { filesOf, isFolder, type Item } from '../item.ts'
import { FilePicture } from '../list/file-picture.tsx'
import type { OpenMenu } from '../list/file-menu.tsx'
import { MoreButton } from '../list/file-row-actions.tsx'
import type { FileCommands } from '../list/use-file-commands.ts'
import type { Drive } from '../use-drive.ts'
import { DetailsActions } from './details-actions.tsx'
import { FileDetails } from './file-details.tsx'
import type { DetailsDock } from './use-details-dock.ts'

type Props = {
  dock: DetailsDock
  /** What is selected in the list. */
  selected: readonly Item[]
  drive: Drive
  commands: FileCommands
  onMenu: (item: Item, at: OpenMenu['at']) => void
  gridRef: RefObject<HTMLElement | null>
}

/** Details beside the list: they follow what is selected there, and leave the list to itself. */
export function DetailsPanel({ dock, selected: selectedNow, drive, commands, onMenu, gridRef }: Props) {
  const { panel } = m.details
  // Out of sight they follow nothing, for a dialog of theirs may be open.
  const [selected, setSelected] = useState(selectedNow)
  if (dock.isOpen && selected !== selectedNow) setSelected(selectedNow)
  const [first, ...others] = selected
  const item = others.length === 0 ? first : undefined
  const leave = () => gridRef.current?.focus({ preventScroll: true })
  const close = () => {
    leave()
    dock.setOpen(false)
  }
  return (
    <DockedPanel
      label={item ? panel.of(item.name) : m.details.open}
      title={item?.name ?? m.details.open}
      isHidden={!dock.isOpen}
      actions={item && <MoreButton item={item} onMenu={onMenu} isReached />}
      onClose={close}
      onLeave={leave}
    >
      {!first && <Text tone="soft">{panel.none}</Text>}
      {first && !item && <Text tone="soft">{panel.many(selected.length, formatBytes(bytesOf(selected)))}</Text>}
      {item && isFolder(item) && <FolderDetails folder={item} drive={drive} commands={commands} />}
      {item && !isFolder(item) && <FileDetails file={item} tree={drive.tree} commands={commands} />}
    </DockedPanel>
  )
}

const bytesOf = (items: readonly Item[]) => filesOf(items).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)

type FolderProps = { folder: VaultFolder } & Pick<Props, 'drive' | 'commands'>

function FolderDetails({ folder, drive, commands }: FolderProps) {
  const { facts } = m.details
  const space = useSpace()
  return (
    <>
      <PanelPicture>
        <FilePicture item={folder} iconSize={56} />
      </PanelPicture>
      <DetailsActions item={folder} commands={commands} />
      <FactList
        isNarrow
        facts={[
          [facts.kind, m.items.folder],
          [facts.holds, m.items.holds(drive.count(folder.id))],
          [facts.created, formatShortDateTime(new Date(folder.createdAt))],
          [facts.owner, space.id === null ? facts.you : facts.team(space.name)],
          [facts.folder, drive.tree.get(folder.parentId)?.name ?? space.name],
        ]}
      />
    </>
  )
}

/** Shows and hides the panel; where there is no room for one, there is no button. */
export function DetailsToggle({ dock }: { dock: DetailsDock }) {
  const { panel } = m.details
  if (!dock.hasRoom) return null
  return (
    <>
      <IconButton
        label={dock.isOpen ? panel.hide : panel.show}
        aria-pressed={dock.isOpen}
        className={dock.isOpen ? 'border border-brand bg-brand-tint text-brand' : ''}
        onClick={() => dock.setOpen(!dock.isOpen)}
      >
        <PanelRight size={18} aria-hidden="true" />
      </IconButton>
      <output className="sr-only">{dock.isOpen && panel.shown}</output>
    </>
  )
}
