import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnRequest } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { requests as requestWords } from '#web/messages/requests.ts'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useSearch } from '#web/parts/list/search-context.tsx'
import { SharedSection, isFound } from '../sharing/overview/shared-section.tsx'
import { RefusedRow } from './refused-row.tsx'
import { RequestAddressDialog } from './request-dialog.tsx'
import { RequestRow } from './request-row.tsx'
import { requestsQuery } from './requests.queries.ts'
import { useReceivedFiles } from './use-received-files.ts'
import { useRequestActions } from './use-request-actions.ts'

const text = requestWords

type Addressed = OwnRequest & { address: string | null }

/** Files that I ask others for: what arrived, until when, and what did not pass its check. */
export function MyRequests() {
  const { requests } = useVault()
  const list = useQuery(requestsQuery(requests))
  const refused = useReceivedFiles() ?? []
  const { end, discard } = useRequestActions()
  const { query } = useSearch()
  const [shown, setShown] = useState<Addressed | null>(null)
  const [ending, setEnding] = useState<Addressed | null>(null)

  const found = list.data?.filter(({ title }) => isFound(title, query)) ?? []
  const rows = [
    ...refused.map((file) => (
      <RefusedRow key={file.id} file={file} isBusy={discard.isPending} onDiscard={() => discard.mutate(file.id)} />
    )),
    ...found.map((request) => (
      <RequestRow
        key={request.id}
        request={request}
        isBusy={end.isPending}
        onShow={() => setShown(request)}
        onEnd={() => setEnding(request)}
      />
    )),
  ]
  return (
    <>
      <SharedSection
        title={text.list.title}
        query={list}
        rows={rows.length > 0 ? rows : null}
        isSearching={Boolean(list.data?.length)}
        empty={{ title: text.list.empty, text: text.list.emptyText }}
      />
      <RequestAddressDialog request={shown} onClose={() => setShown(null)} />
      <AlertDialog
        isOpen={ending !== null}
        title={text.end.title(ending?.title ?? text.list.damaged)}
        text={text.end.text}
        confirmLabel={text.end.submit}
        cancelLabel={m.common.cancel}
        onConfirm={() => ending && end.mutate(ending)}
        onClose={() => setEnding(null)}
      />
    </>
  )
}
