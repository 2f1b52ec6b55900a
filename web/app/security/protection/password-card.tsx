import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '#web/lib/format.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { PlainRow, PlainRows } from '#web/ui/list/plain-rows.tsx'
import { useVault } from '../../vault-context.ts'
import { securityFactsQuery } from '../security.queries.ts'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { ProtectionCard } from './protection-card.tsx'

const words = m.protection.password

/** When the password was set, and the way to set another one. */
export function PasswordCard() {
  const facts = useQuery(securityFactsQuery(useVault().security))
  const [isOpen, setOpen] = useState(false)
  const action = (
    <Button variant="outline" onClick={() => setOpen(true)}>
      {words.change}
    </Button>
  )

  return (
    <>
      <ProtectionCard title={words.title} lead={words.lead} action={action} query={facts}>
        {({ passwordSetAt }) =>
          passwordSetAt && (
            <PlainRows label={words.title}>
              <PlainRow>{words.setAt(formatDateTime(new Date(passwordSetAt)))}</PlainRow>
            </PlainRows>
          )
        }
      </ProtectionCard>
      <ChangePasswordDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
