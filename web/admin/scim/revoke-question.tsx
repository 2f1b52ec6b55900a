import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type { ScimToken } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { scim as text } from '#web/messages/scim.ts'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { scimTokensQuery } from './scim.queries.ts'

type Props = { token: ScimToken | null; onClose: () => void; finalFocus: RefObject<HTMLElement | null> }

/** A provider without a token suspends nobody, so this is asked. */
export function RevokeQuestion({ token, onClose, finalFocus }: Props) {
  const { scim } = useVault()
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: ({ id }: ScimToken) => scim.revoke(id),
    onSuccess: () => toastDone(text.revoked),
    onError: (error) => toastError(text.revokeFailed, sentenceFor(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: scimTokensQuery(scim).queryKey }),
  })
  return (
    <AlertDialog
      isOpen={token !== null}
      title={text.ask.title(token?.name ?? '')}
      text={text.ask.text}
      confirmLabel={text.ask.yes}
      cancelLabel={text.ask.cancel}
      onConfirm={() => token && revoke.mutate(token)}
      onClose={onClose}
      finalFocus={finalFocus}
    />
  )
}
