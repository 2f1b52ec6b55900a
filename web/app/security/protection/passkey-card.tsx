import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { PlainRow, PlainRows } from '#web/ui/list/plain-rows.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { useVault } from '../../vault-context.ts'
import { passkeysQuery } from '../security.queries.ts'
import { freeName } from './free-name.ts'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import { PasskeyPasswordDialog } from './passkey-password-dialog.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { ProtectionCard } from './protection-card.tsx'

const words = m.protection.passkeys

/** Passkeys that sign in to the account, and those that open the vault too. */
export function PasskeyCard() {
  const { protection } = useVault()
  const passkeys = useQuery(passkeysQuery(protection))
  const [isAdding, setAdding] = useState(false)
  const [isOpening, setOpening] = useState(false)
  const isPossible = 'PublicKeyCredential' in globalThis
  const action = (
    <span className="flex flex-wrap gap-2">
      {passkeys.data && passkeys.data.length > 0 && (
        <Button variant="outline" onClick={() => setOpening(true)} disabled={!isPossible}>
          {words.letOpen}
        </Button>
      )}
      <Button variant="outline" onClick={() => setAdding(true)} disabled={!isPossible || !passkeys.data}>
        {words.add}
      </Button>
    </span>
  )

  return (
    <>
      <ProtectionCard
        title={words.title}
        lead={isPossible ? words.lead : words.unsupported}
        action={action}
        query={passkeys}
      >
        {(data) => (
          <PlainRows label={words.title}>
            {data.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
            {data.length === 0 && <PlainRow>{words.none}</PlainRow>}
          </PlainRows>
        )}
      </ProtectionCard>
      <PasskeyNameDialog
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        title={words.add}
        lead={words.addLead}
        name={freeName(words.unnamed, passkeys.data?.map(({ name }) => name) ?? [])}
        submit={words.submit}
        busy={words.busy}
        onName={async (name) => {
          const { canOpen } = await protection.addPasskey(name)
          toastDone(words.done(name), canOpen ? words.canOpen : words.cannotOpen)
        }}
      />
      <LetOpenDialog isOpen={isOpening} onClose={() => setOpening(false)} />
    </>
  )
}

function LetOpenDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { protection } = useVault()
  return (
    <PasskeyPasswordDialog
      isOpen={isOpen}
      onClose={onClose}
      title={words.letOpen}
      lead={words.letOpenLead}
      submit={words.letOpenSubmit}
      busy={words.busy}
      onPassword={async (password) => {
        await protection.letPasskeyOpen(password)
        toastDone(words.letOpenDone, words.letOpenDoneText)
      }}
    />
  )
}
