import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { PlainRow, PlainRows } from '#web/ui/list/plain-rows.tsx'
import { useVault } from '../../vault-context.ts'
import { phoneQuery } from '../security.queries.ts'
import { PhoneDialog } from './phone-dialog.tsx'
import { ProtectionCard } from './protection-card.tsx'
import { RemovableRow } from './removable-row.tsx'

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
  return <RemovableRow name={number} words={words} question={words.removeText} onRemove={protection.removePhone} />
}
