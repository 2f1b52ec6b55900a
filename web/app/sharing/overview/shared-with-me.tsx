import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Eye, TriangleAlert, X } from 'lucide-react'
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { useNow } from '#web/lib/clock.ts'
import { dateLocale, formatBytes, formatTimeAgo } from '#web/lib/format.ts'
import { type SharedFile, type Trust, isBlocked } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { ContextMenu, type MenuPoint } from '#web/ui/overlay/context-menu.tsx'
import { MenuItem } from '#web/ui/overlay/menu.tsx'
import { Row, type RowOpening } from '#web/ui/list/row-list.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useSearch } from '#web/parts/list/search-context.tsx'
import { FileIcon } from '../../drive/list/file-icon.tsx'
import { useAfterClosing } from '#web/ui/overlay/use-after-closing.ts'
import { PreviewDialog } from '../../drive/preview/preview-dialog.tsx'
import { refreshSharing, sharedWithMeQuery } from '../sharing.queries.ts'
import { noteLeft, useVanished } from './use-vanished.ts'
import { SharedSection, isFound } from './shared-section.tsx'

/** Files of other people that this account can open. */
export function SharedWithMe() {
  const text = m.sharing.page
  const { files, sharing } = useVault()
  const openView = useCallback((id: string) => files.show(() => sharing.prepareDownload(id)), [files, sharing])
  const list = useQuery(sharedWithMeQuery(sharing))
  useVanished(list.data)
  const { query } = useSearch()
  const actions = useSharedFileActions()
  const opener = useRef<HTMLElement>(null)
  const [menu, setMenu] = useState<{ file: ReadableFile; at: MenuPoint } | null>(null)
  const [previewing, setPreviewing] = useState<ReadableFile | null>(null)
  const found = useMemo(() => list.data?.filter(({ name }) => isFound(name, query)) ?? [], [list.data, query])
  const readable = useMemo(() => found.filter(isReadable), [found])
  const openingOf = (file: SharedFile): RowOpening | undefined => {
    if (!isReadable(file)) return undefined
    const from = (title: HTMLElement | null) => {
      opener.current = title
    }
    return {
      label: m.files.action.previewFile(file.name),
      onOpen: (title) => {
        from(title)
        setPreviewing(file)
      },
      onMenu: (at, title) => {
        from(title)
        setMenu({ file, at })
      },
    }
  }
  const rows = found.map((file) => <SharedFileRow key={file.id} file={file} opening={openingOf(file)} />)
  return (
    <>
      <SharedSection
        title={text.withMe}
        query={list}
        rows={rows.length > 0 ? rows : null}
        isSearching={Boolean(list.data?.length)}
        empty={{ title: text.withMeEmpty, text: text.withMeEmptyText }}
      />
      <SharedFileMenu
        menu={menu}
        actions={actions}
        onPreview={setPreviewing}
        onClose={() => setMenu(null)}
        gridRef={opener}
      />
      <PreviewDialog
        file={previewing}
        files={readable}
        openView={openView}
        onShow={setPreviewing}
        onDownload={actions.download.mutate}
        onClose={() => setPreviewing(null)}
        gridRef={opener}
      />
    </>
  )
}

/** One whose grant and name hold. */
type ReadableFile = SharedFile & { name: string }

function isReadable(file: SharedFile): file is ReadableFile {
  return file.problem === null && file.name !== null
}

type MenuProps = {
  menu: { file: ReadableFile; at: MenuPoint } | null
  actions: SharedFileActions
  onPreview: (file: ReadableFile) => void
  onClose: () => void
  gridRef: RefObject<HTMLElement | null>
}

function SharedFileMenu({ menu, actions, onPreview, onClose, gridRef }: MenuProps) {
  const { later, run } = useAfterClosing()
  const file = menu?.file
  return (
    <ContextMenu
      label={file ? m.files.action.menuTitle(file.name) : ''}
      at={menu?.at ?? null}
      onClose={onClose}
      onClosed={run}
      finalFocus={gridRef}
    >
      {file && (
        <>
          <MenuItem keys="Enter" onClick={later(() => onPreview(file))}>
            <Eye size={16} aria-hidden="true" />
            {m.files.action.preview}
          </MenuItem>
          <MenuItem onClick={() => actions.download.mutate(file)}>
            <Download size={16} aria-hidden="true" />
            {m.files.action.download}
          </MenuItem>
          <MenuItem isDanger onClick={() => actions.leave.mutate(file)}>
            <X size={16} aria-hidden="true" />
            {m.sharing.page.remove}
          </MenuItem>
        </>
      )}
    </ContextMenu>
  )
}

type RowProps = { file: SharedFile; opening: RowOpening | undefined }

function SharedFileRow({ file, opening }: RowProps) {
  const text = m.sharing.page
  const { download, leave } = useSharedFileActions()
  const now = useNow()
  const name = file.name ?? text.unknownFile
  const facts = [
    text.from(file.ownerName ? `${file.ownerName} (${file.ownerEmail})` : file.ownerEmail),
    formatTimeAgo(new Date(file.sharedAt), now),
    formatBytes(file.sizeBytes),
    ...(file.expiresAt === null
      ? []
      : [m.sharing.access.until(new Date(file.expiresAt).toLocaleDateString(dateLocale()))]),
  ]
  return (
    <Row
      opening={opening}
      icon={
        file.problem ? <TriangleAlert size={18} aria-hidden="true" /> : <FileIcon mimeType={file.mimeType} size={18} />
      }
      title={name}
      detail={file.problem ? `${facts[0]} · ${text.problem[file.problem]}` : facts.join(' · ')}
      badge={<OwnerTrust trust={file.trust} />}
      actions={
        <>
          {file.problem === null && (
            <Button
              size="sm"
              aria-label={text.downloadFile(name)}
              isBusy={download.isPending}
              onClick={() => download.mutate({ id: file.id, name })}
            >
              {!download.isPending && <Download size={14} aria-hidden="true" />}
              {text.download}
            </Button>
          )}
          <Button
            size="sm"
            variant="outline"
            aria-label={text.removeFile(name)}
            isBusy={leave.isPending}
            onClick={() => leave.mutate({ id: file.id, name })}
          >
            {text.remove}
          </Button>
        </>
      }
    />
  )
}

type SharedFileActions = ReturnType<typeof useSharedFileActions>

function useSharedFileActions() {
  const { files, sharing } = useVault()
  const queries = useQueryClient()
  const { toast, because } = m.files
  const text = m.sharing.page
  // A download that is refused because sharing ended shows in the list as well.
  const onSettled = () => refreshSharing(queries, files)

  const download = useMutation({
    mutationFn: ({ id }: { id: string; name: string }) => files.save(() => sharing.prepareDownload(id)),
    onSuccess: (_, { name }) => toastDone(toast.downloaded, toast.downloadedText(name)),
    onError: (error) => toastError(toast.downloadError, because(toast.downloadErrorText, sentenceFor(error))),
    onSettled,
  })
  const leave = useMutation({
    mutationFn: ({ id }: { id: string; name: string }) => sharing.leave(id),
    onMutate: ({ id }) => noteLeft(id),
    onSuccess: (_, { name }) => toastDone(text.removed, text.removedText(name)),
    onError: (error) => toastError(toast.error, because(text.removeFailed, sentenceFor(error))),
    onSettled,
  })
  return { download, leave }
}

/** Nobody is remembered by looking at the list, so a first contact is announced before the first file is opened. */
function OwnerTrust({ trust }: { trust: Trust }) {
  if (isBlocked(trust)) return <Badge tone="danger">{m.sharing.trustShort[trust]}</Badge>
  return trust === 'new' && <Badge tone="copper">{m.sharing.trustShort.new}</Badge>
}
