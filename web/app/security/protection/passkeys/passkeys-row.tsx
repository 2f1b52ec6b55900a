import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnPasskey } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { PlainRows } from '#web/ui/list/plain-rows.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { passkeysQuery } from '../../security.queries.ts'
import { freeName } from '../free-name.ts'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import { PasswordDialog } from '../password-dialog.tsx'
import { OwnPasskeyRow } from './own-passkey.tsx'
import { ProtectionRow } from '../protection-row.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'

const words = m.protection.passkeys

/** Passkeys that sign in to the account, and those that open the vault too. */
export function PasskeysRow() {
  const { protection } = useVault()
  const { addPasskey } = useProtection()
  const passkeys = useQuery(passkeysQuery(protection))
  const [isAdding, setAdding] = useState(false)
  const [isOpening, setOpening] = useState(false)
  const isPossible = 'PublicKeyCredential' in globalThis
  const action = (
    <>
      {passkeys.data && passkeys.data.length > 0 && (
        <Button variant="outline" onClick={() => setOpening(true)} disabled={!isPossible}>
          {words.letOpen}
        </Button>
      )}
      <Button variant="outline" onClick={() => setAdding(true)} disabled={!isPossible || !passkeys.data}>
        {words.add}
      </Button>
    </>
  )

  return (
    <>
      <ProtectionRow name={words.title} lead={words.lead} action={action} query={passkeys}>
        {(data) => ({
          state: data.length > 0 ? 'on' : isPossible ? 'off' : 'none',
          ...(isPossible ? {} : { text: words.unsupported }),
          ...(data.length === 0 ? { fact: words.none } : { items: <Passkeys all={data} /> }),
        })}
      </ProtectionRow>
      <PasskeyNameDialog
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        title={words.add}
        lead={words.addLead}
        name={freeName(words.unnamed, passkeys.data?.map(({ name }) => name) ?? [])}
        submit={words.submit}
        busy={words.busy}
        onName={async (name) => {
          const { canOpen } = await addPasskey(name)
          toastDone(words.done(name), canOpen ? words.canOpen : words.cannotOpen)
        }}
      />
      <LetOpenDialog isOpen={isOpening} onClose={() => setOpening(false)} />
    </>
  )
}

function Passkeys({ all }: { all: readonly OwnPasskey[] }) {
  return (
    <PlainRows label={words.title}>
      {all.map((passkey) => (
        <OwnPasskeyRow key={passkey.id} passkey={passkey} />
      ))}
    </PlainRows>
  )
}

function LetOpenDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { protection } = useVault()
  return (
    <PasswordDialog
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
