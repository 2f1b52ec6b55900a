import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnGrant, OwnLink } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { filesQuery } from '../../drive/files.queries.ts'
import { useFolderTree } from '../../drive/use-drive.ts'
import { useSearch } from '#web/parts/list/search-context.tsx'
import { GrantRow, LinkRow, linkName } from '../access-rows.tsx'
import { accessQuery } from '../sharing.queries.ts'
import { useSharingActions } from '../use-sharing-actions.ts'
import { LinkDialog } from '../link/link-dialog.tsx'
import { SharedSection, isFound } from './shared-section.tsx'

type Shared = { at: string; fileIds: readonly string[] } & ({ grant: OwnGrant } | { link: OwnLink })

/** Everything this account shares, newest first: who or what, until when, how often downloaded. */
export function SharedByMe() {
  const text = m.sharing.page
  const { files, sharing } = useVault()
  // The list of files has read it as well, perhaps before a visitor came.
  const access = useQuery({ ...accessQuery(sharing), staleTime: 0 })
  const list = useQuery(filesQuery(files))
  const tree = useFolderTree()
  const { end } = useSharingActions()
  const names = new Map(list.data?.map(({ id, name }) => [id, name]))
  const trashed = new Set(
    list.data?.filter((file) => file.trashedAt !== null || tree.isTrashed(file.folderId)).map(({ id }) => id),
  )

  const { people = [], links = [] } = access.data ?? {}
  const shared: Shared[] = [
    ...people.map((grant) => ({ at: grant.sharedAt, fileIds: [grant.fileId], grant })),
    ...links.map((link) => ({ at: link.createdAt, fileIds: link.openIds, link })),
  ].toSorted((one, other) => other.at.localeCompare(one.at))

  const [shownId, setShownId] = useState<string | null>(null)
  const shown = links.find(({ id }) => id === shownId) ?? null
  const { query } = useSearch()
  const fileNameOf = (id: string | undefined) => names.get(id ?? '') ?? text.unknownFile
  const nameOf = (one: Shared) => ('link' in one ? linkName(one.link, fileNameOf) : fileNameOf(one.fileIds[0]))
  const found = shared.filter((one) => isFound(nameOf(one), query))

  const rows = found.map((one) => {
    const fileName = nameOf(one)
    const common = {
      fileName,
      isBusy: end.isPending,
      isInTrash: one.fileIds.length > 0 && one.fileIds.every((id) => trashed.has(id)),
    }
    if ('grant' in one) {
      const stop = () => end.mutate({ name: fileName, what: one.grant })
      return <GrantRow key={`${one.grant.fileId} ${one.grant.userId}`} grant={one.grant} onStop={stop} {...common} />
    }
    const stop = () => end.mutate({ name: fileName, what: one.link })
    const show = () => setShownId(one.link.id)
    return <LinkRow key={one.link.id} link={one.link} onShow={show} onStop={stop} {...common} />
  })
  return (
    <>
      <SharedSection
        title={text.byMe}
        query={access}
        rows={rows.length > 0 ? rows : null}
        isSearching={shared.length > 0}
        empty={{ title: text.byMeEmpty, text: text.byMeEmptyText }}
      />
      <LinkDialog link={shown} name={shown ? linkName(shown, fileNameOf) : ''} onClose={() => setShownId(null)} />
    </>
  )
}
