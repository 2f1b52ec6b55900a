import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '#web/lib/format.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useLedTo } from '../../use-led-to.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { isStolenSincePassword } from '../security-score.ts'
import { securityFactsQuery } from '../security.queries.ts'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { ProtectionRow } from './protection-row.tsx'

const words = m.protection.password
const theft = m.security.score.reasons.theft

/** When the password was set, whether a session was stolen since, and the way to set another one. */
export function PasswordRow() {
  const facts = useQuery(securityFactsQuery(useVault().security))
  const [isOpen, setOpen] = useState(false)
  const button = useLedTo<HTMLButtonElement>('#password')
  const action = (
    <Button ref={button} variant="outline" onClick={() => setOpen(true)}>
      {words.change}
    </Button>
  )

  return (
    <>
      <ProtectionRow name={words.title} lead={words.lead} action={action} query={facts} check="theft">
        {(known) => {
          const isStolen = isStolenSincePassword(known)
          const setAt = known.passwordSetAt && words.setAt(formatDateTime(new Date(known.passwordSetAt)))
          return {
            state: isStolen ? 'attention' : 'fine',
            ...(isStolen ? { text: theft.bad } : {}),
            fact: [setAt, !isStolen && theft.good].filter(Boolean).join(' · '),
          }
        }}
      </ProtectionRow>
      <ChangePasswordDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
