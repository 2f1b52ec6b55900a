import { useQuery } from '@tanstack/react-query'
import { formatBytes, formatShortDateTime } from '#web/lib/format.ts'
import type { FileProof } from '#vault/files/file-proof.ts'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { requests as requestWords } from '#web/messages/requests.ts'
import { TagLabel } from '#web/ui/feedback/tag-dot.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { useSpace } from '../../spaces/space-scope.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useTags } from '../tags/use-tags.ts'
import type { FolderTree } from '../folders/folder-tree.ts'
import { kindWords } from '../list/file-icon.tsx'
import { proofQuery } from './proof.queries.ts'

type Props = {
  file: VaultFile
  tree: FolderTree
  /** Asks for what the list does not know. */
  isSettled: boolean
}

/** What a file is, when it was changed and opened, whose it is and where it lies. */
export function FileFacts({ file, tree, isSettled }: Props) {
  const { facts } = m.details
  const { origin } = requestWords
  const space = useSpace()
  const { files } = useVault()
  const { data: proof } = useQuery({ ...proofQuery(files, file), enabled: isSettled })
  const used = file.lastAccessedAt
  const received = proof?.received
  return (
    <FactList
      isNarrow
      facts={[
        [facts.kind, kindWords(file)],
        [facts.size, formatBytes(file.sizeBytes)],
        ...(proof?.modifiedAt ? [[facts.modified, formatShortDateTime(new Date(proof.modifiedAt))] as const] : []),
        [facts.created, formatShortDateTime(new Date(file.createdAt))],
        [facts.used, used === null ? facts.never : formatShortDateTime(new Date(used))],
        [facts.owner, space.id === null ? facts.you : facts.team(space.name)],
        [facts.folder, tree.get(file.folderId)?.name ?? space.name],
        ...(received ? [[origin.fact, originText(received)] as const] : []),
        ...(received?.sender ? [[origin.sender, origin.senderText(received.sender)] as const] : []),
        [facts.tags, <Tags key="tags" file={file} />],
      ]}
    />
  )
}

function originText({ title, sentAt, isFromDevice }: NonNullable<FileProof['received']>): string {
  const { text, deviceText } = requestWords.origin
  return (isFromDevice ? deviceText : text)(title, formatShortDateTime(new Date(sentAt)))
}

function Tags({ file }: { file: VaultFile }) {
  const { tagsOf } = useTags()
  const own = tagsOf(file)
  if (own.length === 0) return m.details.facts.noTags
  return (
    <span className="flex flex-wrap gap-1">
      {own.map((tag) => (
        <TagLabel key={tag.id} {...tag} />
      ))}
    </span>
  )
}
