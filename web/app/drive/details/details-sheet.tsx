import { useQuery } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import type { RefObject } from 'react'
import { formatBytes, formatDateTime } from '#web/lib/format.ts'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { TagLabel } from '#web/ui/feedback/tag-dot.tsx'
import { useVault } from '../../vault-context.ts'
import { fileTagsQuery, tagsQuery } from '../documents/tags.queries.ts'
import type { FolderTree } from '../folders/folder-tree.ts'
import { FileAccess } from '../../sharing/file-access.tsx'
import { SpaceAccess } from '../../spaces/space-access.tsx'
import { useSpace } from '../../spaces/space-scope.tsx'
import { FileActivity } from './file-activity.tsx'
import { ProofCard } from './proof-card.tsx'
import { proofQuery } from './proof.queries.ts'
import { VersionList } from './version-list.tsx'

type Props = {
  /** Open while there is one. */
  file: VaultFile | null
  tree: FolderTree
  onClose: () => void
  gridRef: RefObject<HTMLElement | null>
}

/** Everything that is known of one file. */
export function DetailsSheet({ file, tree, onClose, gridRef }: Props) {
  const space = useSpace()
  return (
    <Sheet isOpen={file !== null} onClose={onClose} title={file?.name ?? ''} finalFocus={gridRef}>
      {file && (
        <>
          <Facts file={file} tree={tree} />
          {space.id === null ? <FileAccess file={file} /> : <SpaceAccess />}
          <VersionList file={file} />
          <ProofCard fileId={file.id} />
          <FileActivity fileId={file.id} />
        </>
      )}
    </Sheet>
  )
}

function Quantum() {
  return (
    <Badge tone="brand">
      <LockKeyhole size={11} aria-hidden="true" />
      {m.files.badge.quantum}
    </Badge>
  )
}

function Facts({ file, tree }: { file: VaultFile; tree: FolderTree }) {
  const { facts } = m.details
  const space = useSpace()
  const { files } = useVault()
  const { data: proof } = useQuery(proofQuery(files, file.id))
  const used = file.lastAccessedAt
  return (
    <FactList
      facts={[
        [facts.type, file.mimeType],
        [facts.size, formatBytes(file.sizeBytes)],
        [facts.protection, file.isEncrypted ? <Quantum key="quantum" /> : m.files.badge.plain],
        ...(proof?.modifiedAt ? [[facts.modified, formatDateTime(new Date(proof.modifiedAt))] as const] : []),
        [facts.created, formatDateTime(new Date(file.createdAt))],
        [facts.used, used === null ? facts.never : formatDateTime(new Date(used))],
        [facts.folder, tree.get(file.folderId)?.name ?? space.name],
        ...(space.id === null ? [[facts.tags, <Tags key="tags" fileId={file.id} />] as const] : []),
      ]}
    />
  )
}

function Tags({ fileId }: { fileId: string }) {
  const { tags: client } = useVault()
  const { data: tags = [] } = useQuery(tagsQuery(client))
  const { data: pairs = [] } = useQuery(fileTagsQuery(client))
  const own = tags.filter(({ id }) => pairs.some((pair) => pair.fileId === fileId && pair.tagId === id))
  if (own.length === 0) return m.details.facts.noTags
  return (
    <span className="flex flex-wrap gap-1">
      {own.map((tag) => (
        <TagLabel key={tag.id} {...tag} />
      ))}
    </span>
  )
}
