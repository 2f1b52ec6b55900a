import {
  ChevronDown,
  EllipsisVertical,
  File,
  Files,
  Folder,
  FolderPlus,
  Inbox,
  LayoutGrid,
  List,
  Star,
  Trash2,
  Upload,
} from 'lucide-react'
import { useRef, useState } from 'react'
import { NARROW, useMedia } from '#web/lib/media.ts'
import { m } from '#web/messages/app.ts'
import { requests as requestWords } from '#web/messages/requests.ts'
import { Button } from '#web/ui/button/button.tsx'
import { FloatingButton } from '#web/ui/button/floating-button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/overlay/menu.tsx'
import { PressedButtons } from '#web/ui/button/pressed-buttons.tsx'
import { ViewLinks } from '#web/ui/overlay/view-links.tsx'
import { RequestButton } from '../requests/request-button.tsx'
import { RequestDialog } from '../requests/request-dialog.tsx'
import { folderPath, type Place, viewPath } from './place.ts'
import { useSpace } from '../spaces/space-scope.tsx'
import { type TagFilter, TagFilterMenu } from './tags/tag-filter.tsx'
import type { FileLayout } from './use-layout.ts'

/** All files, starred, trash. */
export function PlaceViews({ place }: { place: Place }) {
  const { label, all, starred, trash } = m.items.views
  const { home, canEdit } = useSpace()
  const bin = { to: viewPath('trash', home), label: trash, Icon: Trash2, isActive: place.kind === 'trash' }
  const star = { to: viewPath('starred', home), label: starred, Icon: Star, isActive: place.kind === 'starred' }
  const views = [
    { to: folderPath(null, home), label: all, Icon: Files, isActive: place.kind === 'folder' },
    star,
    // What was deleted is for those who may bring it back.
    ...(canEdit ? [bin] : []),
  ]
  return <ViewLinks label={label} views={views} />
}

type LookProps = { layout: FileLayout; onLayout: (layout: FileLayout) => void }
type NewProps = {
  folderId: string | null
  onNewFolder: () => void
  onUpload: () => void
  onUploadFolder: () => void
}

type ToolProps = LookProps & { filter: TagFilter; actions: NewProps }

/** Which files are shown, and how they are drawn; on a phone a menu, with what makes something new. */
export function LayoutTools({ layout, onLayout, filter, actions }: ToolProps) {
  const isNarrow = useMedia(NARROW)
  return (
    <span className="flex items-center gap-1 md:gap-2">
      <TagFilterMenu {...filter} />
      {isNarrow ? (
        <PhoneMenu layout={layout} onLayout={onLayout} {...actions} />
      ) : (
        <LayoutButtons layout={layout} onLayout={onLayout} />
      )}
    </span>
  )
}

const LAYOUTS = [
  ['list', List],
  ['tiles', LayoutGrid],
] as const

function LayoutButtons({ layout, onLayout }: LookProps) {
  return (
    <PressedButtons
      label={m.items.layout.label}
      pressed={layout}
      onPress={onLayout}
      buttons={LAYOUTS.map(([id, Icon]) => ({ id, label: m.items.layout[id], Icon }))}
    />
  )
}

type PhoneMenuProps = LookProps & NewProps

function PhoneMenu({ layout, onLayout, folderId, onNewFolder, onUploadFolder }: PhoneMenuProps) {
  const { id: spaceId, canEdit } = useSpace()
  const [isRequesting, setRequesting] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Menu
        trigger={
          <IconButton ref={button} label={m.items.moreTools}>
            <EllipsisVertical size={18} aria-hidden="true" />
          </IconButton>
        }
      >
        {canEdit && (
          <MenuItem onClick={onNewFolder}>
            <FolderPlus size={16} aria-hidden="true" />
            {m.items.newFolder.open}
          </MenuItem>
        )}
        {canEdit && (
          <MenuItem onClick={onUploadFolder}>
            <Folder size={16} aria-hidden="true" />
            {m.items.folderUpload.open}
          </MenuItem>
        )}
        {canEdit && spaceId === null && (
          <MenuItem onClick={() => setRequesting(true)}>
            <Inbox size={16} aria-hidden="true" />
            {requestWords.open}
          </MenuItem>
        )}
        {LAYOUTS.filter(([id]) => id !== layout).map(([id, Icon]) => (
          <MenuItem key={id} onClick={() => onLayout(id)}>
            <Icon size={16} aria-hidden="true" />
            {m.items.layout[id]}
          </MenuItem>
        ))}
      </Menu>
      <RequestDialog
        isOpen={isRequesting}
        onClose={() => setRequesting(false)}
        folderId={folderId}
        finalFocus={button}
      />
    </>
  )
}

/** What makes something new; it stays while files are selected. */
export function NewItems(props: NewProps) {
  const { canEdit } = useSpace()
  const isNarrow = useMedia(NARROW)
  if (!canEdit) return null
  return isNarrow ? <PhoneUpload onUpload={props.onUpload} /> : <NewButtons {...props} />
}

function PhoneUpload({ onUpload }: Pick<NewProps, 'onUpload'>) {
  return (
    <FloatingButton label={m.files.drop.choose} onPress={onUpload}>
      <Upload size={24} aria-hidden="true" />
    </FloatingButton>
  )
}

function NewButtons({ folderId, onNewFolder, onUpload, onUploadFolder }: NewProps) {
  const { id: spaceId } = useSpace()
  return (
    <>
      <Button variant="outline" onClick={onNewFolder} title={m.items.newFolder.open}>
        <FolderPlus size={16} aria-hidden="true" />
        <span className="@max-5xl:sr-only">{m.items.newFolder.open}</span>
      </Button>
      {/* What arrives is sealed to one person, so it goes to their own files. */}
      {spaceId === null && <RequestButton folderId={folderId} isShort />}
      <Menu
        trigger={
          <Button title={m.files.upload}>
            <Upload size={16} aria-hidden="true" />
            <span className="@max-3xl:sr-only">{m.files.upload}</span>
            <ChevronDown size={14} aria-hidden="true" className="@max-3xl:hidden" />
          </Button>
        }
      >
        <MenuItem onClick={onUpload}>
          <File size={16} aria-hidden="true" />
          {m.items.folderUpload.files}
        </MenuItem>
        <MenuItem onClick={onUploadFolder}>
          <Folder size={16} aria-hidden="true" />
          {m.items.folderUpload.open}
        </MenuItem>
      </Menu>
    </>
  )
}
