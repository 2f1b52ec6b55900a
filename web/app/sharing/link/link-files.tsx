import { useQuery } from '@tanstack/react-query'
import type { OwnLink } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { More } from '#web/ui/list/more.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { filesQuery } from '../../drive/files.queries.ts'
import { useVault } from '../../vault-context.ts'

/** Which files a link to several was made for, as its owner sealed them, and which of them it opens no more. */
export function LinkFiles({ link }: { link: OwnLink }) {
  const text = m.sharing.several
  const { files } = useVault()
  const list = useQuery(filesQuery(files))
  const names = new Map(list.data?.map(({ id, name }) => [id, name]))
  const open = new Set(link.openIds)
  return (
    <>
      <Text tone="soft" size="xs">
        {text.snapshot}
      </Text>
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
