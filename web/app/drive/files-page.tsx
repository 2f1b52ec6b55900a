import { memo, useCallback, useDeferredValue, useMemo, useRef, useState, type ReactNode } from 'react'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { FileInput } from '#web/ui/form/drop-zone.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { chosenFolderFiles, readEntries } from './folders/folder-entries.ts'
import { NewFolderDialog } from './folders/new-folder-dialog.tsx'
import { type Place, usePlace } from './place.ts'
import { type Drive, useDrive } from './use-drive.ts'
import { ChosenTag, type TagFilter, useTagFilter } from './tags/tag-filter.tsx'
import { useItemActions } from './actions/use-item-actions.ts'
import { useUpload } from './upload/use-upload.ts'
import { type Space, useSpace } from '../spaces/space-scope.tsx'
import { useSearch } from '#web/parts/list/search-context.tsx'
import { AboveList } from './above-list.tsx'
import { TrashPage } from './trash/trash-page.tsx'
import { FileList } from './list/file-list.tsx'
import { FilesFailed, FilesPending } from './files-pending.tsx'
import { FolderGone, NothingHere } from './nothing-here.tsx'
import { LayoutTools, NewItems, PlaceViews } from './files-toolbar.tsx'
import { type FileLayout, useLayout } from './use-layout.ts'
import { UploadZone, WindowDrop } from './upload/upload-zone.tsx'
import type { Dropped } from './upload/use-window-drop.ts'

/** My Files, a folder of it, what is starred, or the trash, as the address says. */
export function FilesPage() {
  const place = usePlace()
  return place.kind === 'trash' ? <TrashPage /> : <Files place={place} />
}

type FilePlace = Exclude<Place, { kind: 'trash' }>

function Files({ place }: { place: FilePlace }) {
  const { drive, error, failed, isFetching, retry } = useDrive()
  const { createFolder } = useItemActions()
  const [isNaming, setNaming] = useState(false)
  const [isOver, setOver] = useState(false)
  // The field answers at once; the list follows when the page has time for it.
  const query = useDeferredValue(useSearch().query.trim())

  const folderId = (place.kind === 'folder' && drive?.tree.existing(place.id)) || null
  const space = useSpace()
  const title = titleOf(place, drive, space)
  const filter = useTagFilter()
  const taggedFiles = useTaggedFiles(drive, filter)
  const [layout, setLayout] = useLayout()
  const { inputs, choose, chooseFolder, drop } = useChoosers(folderId)
  const isEmpty = place.kind === 'folder' && query === '' && !taggedFiles && drive?.contents(folderId).length === 0
  const heading = <Title filter={filter}>{title}</Title>
  const places = <PlaceViews place={place} />
  const actions = { folderId, onNewFolder: () => setNaming(true), onUpload: choose, onUploadFolder: chooseFolder }
  const looks = { layout, onLayout: setLayout }

  const zone = space.canEdit && <UploadZone isLarge={isEmpty} isOver={isOver} onPress={choose} />

  return (
    <>
      <title>{m.common.pageTitle(title)}</title>
      <AboveList zone={!isEmpty && zone} />
      {inputs}
      {space.canEdit && <WindowDrop target={title} onDrop={drop} onOver={setOver} />}
      {error && (
        <FilesFailed
          error={error}
          isOld={Boolean(drive)}
          failed={failed}
          isRetrying={isFetching}
          onRetry={() => void retry()}
        />
      )}
      {drive ? (
        <Contents
          drive={drive}
          place={place}
          query={query}
          tagged={taggedFiles}
          tagId={filter.chosen?.id}
          layout={layout}
          heading={heading}
          places={places}
          views={<LayoutTools {...looks} filter={filter} actions={actions} />}
          newItems={<NewItems {...actions} />}
          zone={isEmpty && zone}
        />
      ) : (
        <FilesPending heading={heading} places={places} hasFailed={error !== null} />
      )}
      <NewFolderDialog
        isOpen={isNaming}
        siblings={drive?.contents(folderId) ?? []}
        onCreate={(name) => createFolder(name, folderId)}
        onClose={() => setNaming(false)}
      />
    </>
  )
}

function Title({ filter, children }: { filter: TagFilter; children: string }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Heading
        as="h1"
        look="section"
        className={filter.chosen ? 'truncate max-md:sr-only' : 'truncate'}
        title={children}
      >
        {children}
      </Heading>
      <ChosenTag {...filter} />
    </span>
  )
}

/** The files with the tag that is chosen, wherever they lie; null while none is. */
function useTaggedFiles(drive: Drive | undefined, { chosen, tagged }: TagFilter): readonly VaultFile[] | null {
  const id = chosen?.id
  return useMemo(
    () => (id === undefined || !drive ? null : drive.files.filter((file) => tagged.get(file.id)?.has(id))),
    [drive, tagged, id],
  )
}

/** The ways in which files come into a folder; `inputs` must be on the page. */
function useChoosers(folderId: string | null) {
  const chooser = useRef<HTMLInputElement>(null)
  const folderChooser = useRef<HTMLInputElement>(null)
  const { upload, uploadFolder } = useUpload()
  const uploadHere = (chosen: File[]) => upload(chosen, folderId)
  return {
    drop: ({ files, folders, dropId }: Dropped) => {
      const into = dropId === undefined ? folderId : dropId || null
      upload(files, into)
      if (folders.length > 0) uploadFolder(readEntries(folders), into)
    },
    choose: useCallback(() => chooser.current?.click(), []),
    chooseFolder: useCallback(() => folderChooser.current?.click(), []),
    inputs: (
      <>
        {/* Room for the button of a phone below the last row. */}
        <div aria-hidden="true" className="order-last h-14 md:hidden" />
        <FileInput inputRef={chooser} onFiles={uploadHere} isMultiple />
        <FileInput
          inputRef={folderChooser}
          onFiles={(chosen) => uploadFolder(Promise.resolve(chosenFolderFiles(chosen)), folderId)}
          isFolder
        />
      </>
    ),
  }
}

type ContentsProps = {
  drive: Drive
  place: FilePlace
  query: string
  /** All files with the tag that is chosen; null while none is. */
  tagged: readonly VaultFile[] | null
  tagId: string | undefined
  layout: FileLayout
  heading: ReactNode
  places: ReactNode
  views: ReactNode
  newItems: ReactNode
  /** Where files are invited, in an empty folder. */
  zone: ReactNode
}

const Contents = memo(function Contents({
  drive,
  place,
  query,
  tagged,
  tagId,
  layout,
  heading,
  places,
  views,
  newItems,
  zone,
}: ContentsProps) {
  const isSearching = query !== ''
  const found = useMemo(() => itemsAt(drive, place, isSearching), [drive, place, isSearching])
  const items = tagged ?? found
  const isEverywhere = isSearching || tagged !== null || place.kind !== 'folder'
  if (place.kind === 'folder' && !isSearching && isGone(drive, place.id)) return <FolderGone />
  return (
    <FileList
      drive={drive}
      items={items}
      query={query}
      layout={layout}
      heading={heading}
      places={places}
      views={views}
      newItems={newItems}
      folderId={isEverywhere ? undefined : drive.tree.existing(place.id)}
      listId={tagId ?? (place.kind === 'folder' ? (place.id ?? '') : place.kind)}
      showsLocation={isEverywhere}
      whenEmpty={
        <NothingHere place={place} isFiltered={tagged !== null} isVaultEmpty={drive.files.length === 0} zone={zone} />
      }
    />
  )
})

/** A search looks everywhere, whatever is open. */
function itemsAt(drive: Drive, place: FilePlace, isSearching: boolean) {
  if (isSearching) return drive.everything
  if (place.kind === 'starred') return drive.everything.filter(({ isStarred }) => isStarred)
  return drive.contents(place.id)
}

function isGone({ tree }: Drive, id: string | null): boolean {
  return id !== null && (!tree.get(id) || tree.isTrashed(id))
}

function titleOf(place: FilePlace, drive: Drive | undefined, space: Space): string {
  if (place.kind === 'starred') return m.items.views.starred
  return drive?.tree.get(place.id)?.name ?? (space.id === null ? m.files.title : space.name)
}
