import { Copy, Download, EllipsisVertical, FolderInput, Share2, Tag, Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { NARROW, useMedia } from '#web/lib/media.ts'
import { Menu, MenuItem } from '#web/ui/overlay/menu.tsx'
import { ListBar } from '#web/ui/list/list-bar.tsx'

import { filesOf, type Item } from '../item.ts'
import type { FileCommands } from './use-file-commands.ts'
import { useSpace } from '../../spaces/space-scope.tsx'

type Props = {
  /** Of the page, where the bar carries it. */
  heading?: ReactNode
  selectedCount: number
  /** What the list holds, while nothing is selected. */
  summary: string
  /** The summary changes as the list fills: it is not read aloud each time. */
  isBusy?: boolean
  /** At the other end, while nothing is selected. */
  end?: ReactNode
  /** Behind that, also while something is. */
  always?: ReactNode
  /** Ways to other lists, last: in the same place in each of them, also while something is selected, where there is room. */
  places: ReactNode
  onClear: () => void
  /** What can be done with the selected ones. */
  children: ReactNode
}

/** Beside a heading. */
const QUIET = 'min-w-0 truncate text-ink-3 tabular-nums @max-2xl:sr-only'

/** Above a list: how many there are, or what can be done with the selected ones. */
export function SelectionBar({
  heading,
  selectedCount,
  summary,
  isBusy = false,
  end,
  always,
  places,
  onClear,
  children,
}: Props) {
  const isSelecting = selectedCount > 0
  return (
    <ListBar isActive={isSelecting}>
      {heading && <div className={isSelecting ? 'sr-only' : 'min-w-0'}>{heading}</div>}
      {isSelecting && (
        <IconButton label={m.files.clearSelection} onClick={onClear} className="-ml-1.5">
          <X size={16} aria-hidden="true" />
        </IconButton>
      )}
      <span
        aria-live={isBusy ? 'off' : 'polite'}
        className={isSelecting || !heading ? 'font-semibold whitespace-nowrap tabular-nums' : QUIET}
      >
        {isSelecting ? m.files.selected(selectedCount) : summary}
      </span>
      <span className="ml-auto flex min-w-0 gap-2">{isSelecting && children}</span>
      {/* What goes while something is selected is before what stays, which does not move then. */}
      {!isSelecting && end && <span className="shrink-0">{end}</span>}
      {always && <span className="flex shrink-0 items-center gap-2 empty:hidden">{always}</span>}
      <span className={isSelecting ? 'shrink-0 @max-2xl:hidden' : 'shrink-0'}>{places}</span>
    </ListBar>
  )
}

/** What can be done with all of them; on a phone a menu holds what is done less often. */
export function FileSelectionActions({ items, commands }: { items: readonly Item[]; commands: FileCommands }) {
  const isNarrow = useMedia(NARROW)
  const { first, more, last } = useActions(items, commands)
  const button = (action: Action) => <SelectionButton key={action.label} {...action} />
  return (
    <>
      {first.map(button)}
      {isNarrow ? <MoreActions actions={more} /> : more.map(button)}
      {last.map(button)}
    </>
  )
}

function useActions(items: readonly Item[], commands: FileCommands) {
  const { id: spaceId, canEdit } = useSpace()
  const files = filesOf(items)
  const { action } = m.files
  const share = { label: action.share, Icon: Share2, onPress: () => commands.share(items) }
  const move = { label: m.items.move.selected, Icon: FolderInput, onPress: () => commands.move(items) }
  const tags = { label: m.documents.tags, Icon: Tag, onPress: () => commands.tags(files) }
  const trash = { label: action.deleteSelected, Icon: Trash2, onPress: () => commands.trash(items) }
  const first: Action[] = [
    { label: action.downloadSelected, Icon: Download, onPress: () => commands.download(items) },
    ...(spaceId === null || files.length === items.length ? [share] : []),
  ]
  const more: Action[] = [
    ...(files.length > 0 ? [tags] : []),
    ...(canEdit ? [move] : []),
    { label: m.items.copy.selected, Icon: Copy, onPress: () => commands.copyTo(items) },
  ]
  return { first, more, last: canEdit ? [trash] : [] }
}

function MoreActions({ actions }: { actions: readonly Action[] }) {
  return (
    <Menu
      trigger={
        <Button size="bar" variant="outline" aria-label={m.details.action.more}>
          <EllipsisVertical size={14} aria-hidden="true" />
        </Button>
      }
    >
      {actions.map(({ label, Icon, onPress }) => (
        <MenuItem key={label} onClick={onPress}>
          <Icon size={16} aria-hidden="true" />
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}

type Action = { label: string; Icon: typeof Trash2; onPress: () => void }

/** With its word where there is room for it. */
export function SelectionButton({ label, Icon, onPress }: Action) {
  return (
    <Button size="bar" variant="outline" aria-label={label} onClick={onPress}>
      <Icon size={14} aria-hidden="true" />
      <span className="@max-6xl:hidden">{label}</span>
    </Button>
  )
}
