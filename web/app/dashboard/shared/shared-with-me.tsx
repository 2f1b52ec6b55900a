import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, TriangleAlert } from 'lucide-react'
import { useNow } from '#web/lib/clock.ts'
import { formatBytes, formatTimeAgo } from '#web/lib/format.ts'
import type { SharedFile } from '#web/lib/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Row } from '#web/ui/row-list.tsx'
import { toastDone, toastError } from '#web/ui/toast.tsx'
import { useVault } from '../../vault-context.ts'
import { useSearch } from '../search-context.tsx'
import { FileIcon } from '../files/file-icon.tsx'
import { refreshSharing, sharedWithMeQuery } from '../share/sharing.queries.ts'
import { isFound } from './is-found.ts'
import { SharedSection } from './shared-section.tsx'

/** Files of other people that this account can open. */
export function SharedWithMe() {
  const text = m.sharing.page
  const { sharing } = useVault()
  const list = useQuery(sharedWithMeQuery(sharing))
  const { query } = useSearch()
  const rows =
    list.data?.filter(({ name }) => isFound(name, query)).map((file) => <SharedFileRow key={file.id} file={file} />) ??
    []
  return (
    <SharedSection
      title={text.withMe}
      query={list}
      rows={rows.length > 0 ? rows : null}
      isSearching={Boolean(list.data?.length)}
      empty={{ title: text.withMeEmpty, text: text.withMeEmptyText }}
    />
  )
}

function SharedFileRow({ file }: { file: SharedFile }) {
  const text = m.sharing.page
  const { download, leave } = useSharedFileActions()
  const now = useNow()
  const name = file.name ?? text.unknownFile
  const facts = [
    text.from(file.ownerName ? `${file.ownerName} (${file.ownerEmail})` : file.ownerEmail),
    formatTimeAgo(new Date(file.sharedAt), now),
    formatBytes(file.sizeBytes),
    ...(file.expiresAt === null ? [] : [m.sharing.access.until(new Date(file.expiresAt).toLocaleDateString())]),
  ]
  return (
    <Row
      icon={
        file.problem ? <TriangleAlert size={18} aria-hidden="true" /> : <FileIcon mimeType={file.mimeType} size={18} />
      }
      title={name}
      detail={file.problem ? `${facts[0]} · ${text.problem[file.problem]}` : facts.join(' · ')}
      badge={file.trust === 'changed' && <Badge tone="danger">{m.sharing.trust.changed}</Badge>}
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

function useSharedFileActions() {
  const { files, sharing } = useVault()
  const queries = useQueryClient()
  const { toast, because } = m.files
  const text = m.sharing.page
  // A download that is refused because sharing ended shows in the list as well.
  const onSettled = () => refreshSharing(queries, files)

  const download = useMutation({
    mutationFn: ({ id }: { id: string; name: string }) => sharing.download(id),
    onSuccess: (_, { name }) => toastDone(toast.downloaded, toast.downloadedText(name)),
    onError: (error) => toastError(toast.downloadError, because(toast.downloadErrorText, sentenceFor(error))),
    onSettled,
  })
  const leave = useMutation({
    mutationFn: ({ id }: { id: string; name: string }) => sharing.leave(id),
    onSuccess: (_, { name }) => toastDone(text.removed, text.removedText(name)),
    onError: (error) => toastError(toast.error, because(text.removeFailed, sentenceFor(error))),
    onSettled,
  })
  return { download, leave }
}
