import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '#web/lib/format.ts'
import type { OwnEmail } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { emailQuery, securityFactsQuery } from '../security.queries.ts'
import { ChangeEmailDialog } from './change-email-dialog.tsx'
import { ProtectionRow } from './protection-row.tsx'

const words = m.protection.email
const reason = m.security.score.reasons.email

/** The address that the account signs in with and that warnings go to, and the way to another one. */
export function EmailRow() {
  const { security, protection } = useVault()
  const facts = useQuery(securityFactsQuery(security))
  const own = useQuery(emailQuery(protection))
  const [isOpen, setOpen] = useState(false)
  const action = (
    <Button variant="outline" onClick={() => setOpen(true)} disabled={!own.data}>
      {words.change}
    </Button>
  )
  return (
    <>
      <ProtectionRow name={reason.name} lead={words.lead} action={action} query={own} check="email">
        {({ email, waiting }) => ({
          ...(facts.data?.isEmailConfirmed === false ? { state: 'attention', text: reason.bad } : { state: 'fine' }),
          fact: email,
          more: waiting && <Waiting email={email} waiting={waiting} />,
        })}
      </ProtectionRow>
      <ChangeEmailDialog isOpen={isOpen} email={own.data?.email ?? ''} onClose={() => setOpen(false)} />
    </>
  )
}

function Waiting({ email, waiting }: { email: string; waiting: NonNullable<OwnEmail['waiting']> }) {
  const { protection } = useVault()
  const queries = useQueryClient()
  const stop = useMutation({
    mutationFn: protection.stopEmail,
    onSuccess: () => toastDone(words.stopped, words.stoppedText(email)),
    onError: (error) => toastError(words.stopFailed, sentenceFor(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['security'] }),
  })
  return (
    <Notice
      tone="attention"
      action={
        <Button variant="outline" isBusy={stop.isPending} onClick={() => stop.mutate()}>
          {words.stop}
        </Button>
      }
    >
      {words.waiting(waiting.email, email, formatDateTime(new Date(waiting.expiresAt)))}
    </Notice>
  )
}
