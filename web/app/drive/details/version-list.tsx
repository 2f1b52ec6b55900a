import { useQuery } from '@tanstack/react-query'
import { Download, Eye, History, Trash2, TriangleAlert } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { formatBytes, formatDateTime } from '#web/lib/format.ts'
import type { FileVersion, VaultFile } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { PreviewDialog } from '../preview/preview-dialog.tsx'
import { useVersionActions } from './use-version-actions.ts'

const text = m.versions

/** What the file was before, with the ways back. */
export function VersionList({ file }: { file: VaultFile }) {
  const { versions } = useVault()
  const { openView, previewing, show, close } = usePreview()
  const actions = useVersionActions(file)
  const [removing, setRemoving] = useState<FileVersion | null>(null)
  const opener = useRef<HTMLElement>(null)
  const list = useQuery({
    queryKey: ['details', file.id, 'versions'],
    queryFn: () => versions.list(file),
    staleTime: 0,
  })
  const whole = useMemo(() => list.data?.filter(({ isDamaged }) => !isDamaged) ?? [], [list.data])
  const preview = (version: FileVersion, button: HTMLElement) => {
    opener.current = button
    show(version)
  }
  return (
    <section aria-label={text.title} className="flex flex-col gap-1 border-t border-line pt-4">
      <Heading look="small">{text.title}</Heading>
      {list.isPending && <Text tone="soft">{text.loading}</Text>}
      {list.isError && <Notice tone="error">{m.files.because(text.failed, sentenceFor(list.error))}</Notice>}
      {list.data?.length === 0 && <Text tone="soft">{text.empty}</Text>}
      {list.data && list.data.length > 0 && (
        <RowList label={text.title}>
          {list.data.map((version) => (
            <VersionRow
              key={version.id}
              version={version}
              actions={actions}
              onPreview={preview}
              onRemove={setRemoving}
            />
          ))}
        </RowList>
      )}
      <PreviewDialog
        file={previewing}
        files={whole}
        openView={openView}
        note={text.version(previewing?.version ?? 0)}
        onShow={show}
        onDownload={(version) => actions.download.mutate(version)}
        onClose={close}
        gridRef={opener}
      />
      <AlertDialog
        isOpen={removing !== null}
        title={text.confirm(removing?.version ?? 0)}
        text={text.confirmText}
        confirmLabel={text.confirmSubmit}
        cancelLabel={m.common.cancel}
        onConfirm={() => removing && actions.remove.mutate(removing)}
        onClose={() => setRemoving(null)}
      />
    </section>
  )
}

/** The version that is shown, as the list had it when it was chosen: the list may be read again meanwhile. */
function usePreview() {
  const { files, versions } = useVault()
  const [previewing, setPreviewing] = useState<FileVersion | null>(null)
  const chosen = useRef<FileVersion>(null)
  const openView = useCallback(
    () =>
      files.show(async () => {
        if (!chosen.current) throw new Error('no version was chosen')
        return versions.prepareDownload(chosen.current)
      }),
    [files, versions],
  )
  const show = (version: FileVersion) => {
    chosen.current = version
    setPreviewing(version)
  }
  return { openView, previewing, show, close: () => setPreviewing(null) }
}

type RowProps = {
  version: FileVersion
  actions: ReturnType<typeof useVersionActions>
  onPreview: (version: FileVersion, button: HTMLElement) => void
  onRemove: (version: FileVersion) => void
}

function VersionRow({ version: shown, actions, onPreview, onRemove }: RowProps) {
  const { version, isDamaged, sizeBytes, replacedAt } = shown
  const facts = text.replaced(formatDateTime(new Date(replacedAt)), formatBytes(sizeBytes))
  return (
    <Row
      isSlim
      icon={isDamaged ? <TriangleAlert size={18} aria-hidden="true" /> : <History size={18} aria-hidden="true" />}
      title={text.version(version)}
      detail={isDamaged ? `${facts} · ${text.damaged}` : facts}
      actions={
        <>
          {!isDamaged && (
            <>
              <Button
                size="sm"
                variant="outline"
                aria-label={text.restoreOf(version)}
                isBusy={actions.restore.isPending}
                onClick={() => actions.restore.mutate(shown)}
              >
                {text.restore}
              </Button>
              <IconButton
                label={text.previewOf(version)}
                hint={m.files.action.preview}
                onClick={({ currentTarget }) => onPreview(shown, currentTarget)}
              >
                <Eye size={16} aria-hidden="true" />
              </IconButton>
              <IconButton
                label={text.downloadOf(version)}
                hint={text.download}
                onClick={() => actions.download.mutate(shown)}
              >
                <Download size={16} aria-hidden="true" />
              </IconButton>
            </>
          )}
          <IconButton tone="danger" label={text.removeOf(version)} onClick={() => onRemove(shown)}>
            <Trash2 size={16} aria-hidden="true" />
          </IconButton>
        </>
      }
    />
  )
}
