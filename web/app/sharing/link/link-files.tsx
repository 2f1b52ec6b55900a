import { useQuery } from '@tanstack/react-query'
import type { OwnLink } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { More } from '#web/ui/list/more.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { filesQuery } from '../../drive/files.queries.ts'
import { useFolderTree } from '../../drive/use-drive.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'

/** Which files a link to several was made for, as its owner sealed them, and which of them it opens no more. */
export function LinkFiles({ link }: { link: OwnLink }) {
  const text = m.sharing.several
  const { files } = useVault()
  const list = useQuery(filesQuery(files))
  const names = new Map(list.data?.map(({ id, name }) => [id, name]))
  const tree = useFolderTree()
  const open = new Set(link.openIds)
  const folderId = link.several?.folderId ?? null
  const outside = list.data?.filter(({ id, folderId: at, trashedAt }) => {
    const isInside = trashedAt === null && !tree.isTrashed(at) && tree.path(at).some((above) => above.id === folderId)
    return isInside && !open.has(id)
  })
  return (
    <>
      <Text tone="soft" size="xs">
        {text.snapshot}
      </Text>
      {outside && outside.length > 0 && <Notice tone="info">{text.outside(outside.length)}</Notice>}
      <More title={text.which(link.fileIds.length)}>
        <ul aria-label={text.files} className="flex flex-col gap-1 text-sm">
          {link.fileIds.map((id) => (
            <li key={id} className="wrap-anywhere">
              {names.get(id) ?? m.sharing.page.unknownFile}
              {!open.has(id) && <span className="text-ink-2"> · {text.gone}</span>}
            </li>
          ))}
        </ul>
      </More>
    </>
  )
}
