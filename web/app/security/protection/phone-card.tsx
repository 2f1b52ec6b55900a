import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { PlainRow, PlainRows } from '#web/ui/list/plain-rows.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '../../vault-context.ts'
import { phoneQuery } from '../security.queries.ts'
import { PhoneDialog } from './phone-dialog.tsx'
import { ProtectionCard } from './protection-card.tsx'

const words = m.protection.phone

/** The number that receives codes for signing in. */
export function PhoneCard() {
  const { protection } = useVault()
  const phone = useQuery(phoneQuery(protection))
  const [isAdding, setAdding] = useState(false)
  const isOffered = phone.data?.isOffered ?? true
  const action = (
    <Button variant="outline" onClick={() => setAdding(true)} disabled={!phone.data?.isOffered}>
      {phone.data?.number ? words.change : words.add}
    </Button>
  )

  return (
    <>
      <ProtectionCard
        title={words.title}
        lead={isOffered ? words.lead : words.notOffered}
        action={action}
        query={phone}
      >
        {({ number }) => (
          <PlainRows label={words.title}>
            {number ? <NumberRow number={number} /> : <PlainRow>{words.none}</PlainRow>}
          </PlainRows>
        )}
      </ProtectionCard>
      <PhoneDialog
        isOpen={isAdding}
        title={phone.data?.number ? words.change : words.add}
        onClose={() => setAdding(false)}
      />
    </>
  )
}

function NumberRow({ number }: { number: string }) {
  const { protection } = useVault()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: protection.removePhone,
    onSuccess: () => toastDone(words.removed(number)),
    onError: (error) => toastError(words.removeFailed, sentenceFor(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['security'] }),
  })

  return (
    <PlainRow
      action={
        <Button
          variant="outline"
          size="sm"
          isBusy={remove.isPending}
          aria-label={words.removeLabel(number)}
          onClick={() => setAsking(true)}
        >
          {m.protection.remove}
        </Button>
      }
    >
      <strong className="font-semibold tabular-nums">{number}</strong>
      <AlertDialog
        isOpen={isAsking}
        title={words.removeTitle(number)}
        text={words.removeText}
        confirmLabel={words.removeConfirm}
        cancelLabel={m.common.cancel}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      />
    </PlainRow>
  )
}
