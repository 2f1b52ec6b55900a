import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { PlainRows } from '#web/ui/list/plain-rows.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { phoneQuery } from '../security.queries.ts'
import { PhoneDialog } from './phone-dialog.tsx'
import { ProtectionRow } from './protection-row.tsx'
import { RemovableRow } from './removable-row.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'

const words = m.protection.phone

/** The number that receives codes for signing in. */
export function PhoneRow() {
  const { protection } = useVault()
  const phone = useQuery(phoneQuery(protection))
  const [isAdding, setAdding] = useState(false)
  const action = (
    <Button variant="outline" onClick={() => setAdding(true)} disabled={!phone.data?.isOffered}>
      {phone.data?.number ? words.change : words.add}
    </Button>
  )

  return (
    <>
      <ProtectionRow name={words.title} lead={words.lead} action={action} query={phone}>
        {({ number, isOffered }) => ({
          state: number ? 'on' : isOffered ? 'off' : 'none',
          ...(isOffered ? {} : { text: words.notOffered }),
          items: number && (
            <PlainRows label={words.title}>
              <NumberRow number={number} />
            </PlainRows>
          ),
        })}
      </ProtectionRow>
      <PhoneDialog
        isOpen={isAdding}
        title={phone.data?.number ? words.change : words.add}
        onClose={() => setAdding(false)}
      />
    </>
  )
}

function NumberRow({ number }: { number: string }) {
  const { removePhone } = useProtection()
  return <RemovableRow name={number} words={words} question={words.removeText} onRemove={removePhone} />
}
