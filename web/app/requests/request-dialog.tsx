import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import type { NewRequest as Wanted, OwnRequest } from '#web/lib/remote/vault-client.ts'
import { requests as requestWords } from '#web/messages/requests.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { policies } from '#web/messages/threats/policies.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { usePolicies } from '../../parts/people/use-policies.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { AddressView } from '../sharing/address-view.tsx'
import { RequestForm } from './request-form.tsx'
import { refreshRequests } from './requests.queries.ts'

const text = requestWords.dialog

type Props = {
  isOpen: boolean
  onClose: () => void
  /** Where the files go unless another folder is chosen. */
  folderId: string | null
  finalFocus: RefObject<HTMLElement | null>
}

/** Asks for files, and shows the link to send on. */
export function RequestDialog({ isOpen, onClose, folderId, finalFocus }: Props) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={text.title} initialFocus={field} finalFocus={finalFocus}>
      <NewRequest folderId={folderId} onClose={onClose} fieldRef={field} />
    </Dialog>
  )
}

type NewProps = Pick<Props, 'folderId' | 'onClose'> & { fieldRef: RefObject<HTMLInputElement | null> }

/** Apart from the dialog, so that each opening starts empty. */
function NewRequest({ folderId, onClose, fieldRef }: NewProps) {
  const { requests } = useVault()
  const queries = useQueryClient()
  const [address, setAddress] = useState<string | null>(null)
  const create = useMutation({
    mutationFn: (wanted: Wanted) => requests.create(wanted),
    onSuccess: setAddress,
    onSettled: () => refreshRequests(queries),
  })
  const { allowsRequests } = usePolicies()
  if (address !== null) return <RequestAddress address={address} onClose={onClose} />
  if (!allowsRequests) return <Text tone="soft">{policies.links.noRequests}</Text>
  return (
    <div className="flex flex-col gap-4">
      <Text tone="soft">{text.lead}</Text>
      {create.error && <Notice tone="error">{sentenceFor(create.error)}</Notice>}
      <RequestForm folderId={folderId} isBusy={create.isPending} onSubmit={create.mutate} fieldRef={fieldRef} />
    </div>
  )
}

type AddressProps = { address: string; onClose: () => void }

function RequestAddress({ address, onClose }: AddressProps) {
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="attention">{text.made}</Notice>
      <AddressView address={address} words={text}>
        <Button variant="outline" onClick={onClose}>
          {text.done}
        </Button>
      </AddressView>
    </div>
  )
}

type ShownProps = { request: (OwnRequest & { address: string | null }) | null; onClose: () => void }

/** The link of a request that was made before. */
export function RequestAddressDialog({ request, onClose }: ShownProps) {
  return (
    <Dialog isOpen={request !== null} onClose={onClose} title={request?.title ?? requestWords.list.damaged}>
      {request?.address && <RequestAddress address={request.address} onClose={onClose} />}
    </Dialog>
  )
}
