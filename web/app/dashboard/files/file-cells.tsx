import { Link2, LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNow } from '#web/lib/clock.ts'
import { formatBytes, formatDateTime, formatRelativeTime } from '#web/lib/format.ts'
import type { VaultFile } from '#web/lib/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Span } from '#web/ui/text.tsx'
import { FileIcon } from './file-icon.tsx'
import { usedAt } from './file-view.ts'

export function FileName({ file }: { file: VaultFile }) {
  return (
    <span className="flex items-center gap-2.5">
      <Span tone="hint" className="shrink-0">
        <FileIcon mimeType={file.mimeType} size={18} />
      </Span>
      <span className="truncate font-semibold" title={file.name}>
        {file.name}
      </span>
    </span>
  )
}

export function FileSize({ file }: { file: VaultFile }) {
  return (
    <Span tone="soft" className="whitespace-nowrap">
      {formatBytes(file.sizeBytes)}
    </Span>
  )
}

/** Relative, with the exact time and what happened then on hover. */
export function FileTime({ file }: { file: VaultFile }) {
  const now = useNow()
  const at = new Date(usedAt(file))
  const exact = formatDateTime(at)
  return (
    <time dateTime={at.toISOString()} title={file.lastAccessedAt ? m.files.opened(exact) : m.files.added(exact)}>
      <Span tone="soft" className="whitespace-nowrap">
        {formatRelativeTime(at, now)}
      </Span>
    </time>
  )
}

export function FileBadges({ file }: { file: VaultFile }) {
  return (
    <span className="flex gap-1.5">
      {file.isEncrypted && (
        <Badge tone="brand">
          <LockKeyhole size={11} aria-hidden="true" />
          {m.files.badge.quantum}
        </Badge>
      )}
      {file.isShared && (
        <Badge>
          <Link2 size={12} aria-hidden="true" />
          {m.files.badge.shared}
        </Badge>
      )}
    </span>
  )
}

/** Name, size and time in two lines; a third for whatever else the column holds. */
export function FileSummary({ file, children }: { file: VaultFile; children?: ReactNode }) {
  return (
    <span className="flex items-start gap-3">
      <Span tone="hint" className="shrink-0">
        <FileIcon mimeType={file.mimeType} size={20} />
      </Span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold" title={file.name}>
          {file.name}
        </span>
        <span className="mt-0.5 flex items-center gap-x-2 overflow-hidden text-xs">
          <FileSize file={file} />
          <FileTime file={file} />
        </span>
        {children && <span className="mt-1 block">{children}</span>}
      </span>
    </span>
  )
}
