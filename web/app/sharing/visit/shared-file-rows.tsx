import { Download, Eye } from 'lucide-react'
import { useState } from 'react'
import { formatBytes } from '#web/lib/format.ts'
import type { VisitedFile } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { FileIcon } from '../../drive/list/file-icon.tsx'
import { previewPlan } from '../../drive/preview/preview-kind.ts'

/** Rows that are drawn before somebody asks for the others. */
const FIRST_ROWS = 100

type Props = {
  files: readonly VisitedFile[]
  /** Ids of those whose bytes were not what their owner sealed, or did not come. */
  damaged: ReadonlySet<string>
  isClosed: boolean
  saving: string | null
  onPreview: (file: VisitedFile) => void
  onSave: (file: VisitedFile) => void
}

/** Every file of a link, in the order of its owner. */
export function SharedFileRows({ files, ...common }: Props) {
  const text = m.link.several
  const [isWhole, setWhole] = useState(files.length <= FIRST_ROWS)
  return (
    <>
      <RowList label={text.list}>
        {(isWhole ? files : files.slice(0, FIRST_ROWS)).map((file) => (
          <FileRow key={file.id} file={file} {...common} />
        ))}
      </RowList>
      {!isWhole && (
        <Button variant="outline" onClick={() => setWhole(true)}>
          {text.more(files.length - FIRST_ROWS)}
        </Button>
      )}
    </>
  )
}

function FileRow({ file, damaged, isClosed, saving, onPreview, onSave }: Omit<Props, 'files'> & { file: VisitedFile }) {
  const text = m.link.several
  const isDamaged = damaged.has(file.id)
  const isThere = !file.isMissing && !isDamaged
  const where = file.folders.join(' / ')
  return (
    <Row
      isSlim
      icon={<FileIcon mimeType={file.mimeType} size={18} />}
      title={file.name}
      detail={where === '' ? formatBytes(file.sizeBytes) : `${where} · ${formatBytes(file.sizeBytes)}`}
      badge={!isThere && <Badge tone="warn">{isDamaged ? text.damaged : text.missing}</Badge>}
      actions={
        isThere &&
        !isClosed && (
          <>
            {previewPlan(file).kind !== 'none' && (
              <IconButton label={text.previewFile(file.name)} onClick={() => onPreview(file)}>
                <Eye size={18} aria-hidden="true" />
              </IconButton>
            )}
            <IconButton
              label={text.downloadFile(file.name)}
              disabled={saving !== null}
              focusableWhenDisabled
              onClick={() => onSave(file)}
            >
              <Download size={18} aria-hidden="true" />
            </IconButton>
          </>
        )
      }
    />
  )
}
