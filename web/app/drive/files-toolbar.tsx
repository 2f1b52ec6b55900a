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
import { useStore } from '#web/lib/remote/store.ts'
import { m } from '#web/messages/app.ts'
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
import { useVault } from '../vault-context.ts'
import type { FileLayout } from './use-layout.ts'

/** All files, starred, trash. */
export function PlaceViews({ place }: { place: Place }) {
  const { label, all, starred, trash } = m.items.views
  const { id: spaceId, home, canEdit } = useSpace()
  const star = { to: viewPath('starred'), label: starred, Icon: Star, isActive: place.kind === 'starred' }
  const views = [
    { to: folderPath(null, home), label: all, Icon: Files, isActive: place.kind === 'folder' },
    ...(spaceId === null ? [star] : []),
    { to: viewPath('trash', home), label: trash, Icon: Trash2, isActive: place.kind === 'trash' },
  ]
  return canEdit && <ViewLinks label={label} views={views} />
}

type Props = {
  place: Place
  folderId: string | null
  layout: FileLayout
  onLayout: (layout: FileLayout) => void
  onNewFolder: () => void
  onUpload: () => void
  onUploadFolder: () => void
}

/** The views, and what makes something new. Words give way to signs where the list is narrow, and signs to a menu on a phone. */
export function FilesToolbar(props: Props) {
  const { place, layout, onLayout, ...actions } = props
  const { canEdit } = useSpace()
  if (useMedia(NARROW)) return <PhoneToolbar {...props} />
  return (
    <div className="ml-auto flex items-center gap-2">
      <PlaceViews place={place} />
      <LayoutButtons layout={layout} onLayout={onLayout} />
      {canEdit && <NewItems {...actions} />}
    </div>
  )
}

const LAYOUTS = [
  ['list', List],
  ['tiles', LayoutGrid],
] as const

function LayoutButtons({ layout, onLayout }: Pick<Props, 'layout' | 'onLayout'>) {
  return (
    <PressedButtons
      label={m.items.layout.label}
      pressed={layout}
      onPress={onLayout}
      buttons={LAYOUTS.map(([id, Icon]) => ({ id, label: m.items.layout[id], Icon }))}
    />
  )
}

function PhoneToolbar({ place, layout, onLayout, folderId, onNewFolder, onUpload, onUploadFolder }: Props) {
  const { id: spaceId, canEdit } = useSpace()
  const { uploads, downloads } = useVault().files
  const hasPanel = useStore(uploads).length + useStore(downloads).length > 0
  const [isRequesting, setRequesting] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <div className="flex items-center gap-1">
      <PlaceViews place={place} />
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
            {m.requests.open}
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
      {canEdit && (
        <FloatingButton label={m.files.upload} onPress={onUpload} isRaised={hasPanel}>
          <Upload size={24} aria-hidden="true" />
        </FloatingButton>
      )}
    </div>
  )
}

type NewItemsProps = Omit<Props, 'place' | 'layout' | 'onLayout'>

function NewItems({ folderId, onNewFolder, onUpload, onUploadFolder }: NewItemsProps) {
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
