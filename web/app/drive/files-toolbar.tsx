import { ChevronDown, File, Files, Folder, FolderPlus, LayoutGrid, List, Star, Trash2, Upload } from 'lucide-react'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Menu, MenuItem } from '#web/ui/overlay/menu.tsx'
import { PressedButtons } from '#web/ui/button/pressed-buttons.tsx'
import { ViewLinks } from '#web/ui/overlay/view-links.tsx'
import { RequestButton } from '../requests/request-button.tsx'
import { folderPath, type Place, viewPath } from './place.ts'
import { useSpace } from '../spaces/space-scope.tsx'
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

/** The views, and what makes something new. */
export function FilesToolbar({ place, layout, onLayout, ...actions }: Props) {
  const { canEdit } = useSpace()
  return (
    <div className="ml-auto flex flex-wrap items-center gap-2">
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

type NewItemsProps = Omit<Props, 'place' | 'layout' | 'onLayout'>

function NewItems({ folderId, onNewFolder, onUpload, onUploadFolder }: NewItemsProps) {
  const { id: spaceId } = useSpace()
  return (
    <>
      <Button variant="outline" onClick={onNewFolder}>
        <FolderPlus size={16} aria-hidden="true" />
        {m.items.newFolder.open}
      </Button>
      {/* What arrives is sealed to one person, so it goes to their own files. */}
      {spaceId === null && <RequestButton folderId={folderId} isShort />}
      <Menu
        trigger={
          <Button>
            <Upload size={16} aria-hidden="true" />
            {m.files.upload}
            <ChevronDown size={14} aria-hidden="true" />
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
