import { useEffect } from 'react'
import { useStore } from '#web/lib/remote/store.ts'
import { m } from '#web/messages/app.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'

const words = m.protection.confirm

/** Stands over what was refused for want of the password, which continues when it is right. The question ends with the page. */
export function ConfirmPersonDialog() {
  const { proof } = useProtection()
  const isAsked = useStore(proof.isAsked)
  useEffect(() => proof.leave, [proof])
  return (
    <PasswordDialog
      isOpen={isAsked}
      onClose={proof.cancel}
      title={words.title}
      lead={[words.lead]}
      submit={words.submit}
      busy={words.busy}
      onPassword={proof.give}
    />
  )
}
