import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '#web/lib/format.ts'
import type { OwnPasskey } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { PlainRow, PlainRows } from '#web/ui/list/plain-rows.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import { useVault } from '../../vault-context.ts'
import { passkeysQuery } from '../security.queries.ts'
import { freeName } from './free-name.ts'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import { ProtectionCard } from './protection-card.tsx'
import { RemovableRow } from './removable-row.tsx'

const words = m.protection.passkeys

/** Passkeys that sign in to the account. */
export function PasskeyCard() {
  const { protection } = useVault()
  const passkeys = useQuery(passkeysQuery(protection))
  const [isAdding, setAdding] = useState(false)
  const isPossible = 'PublicKeyCredential' in globalThis
  const action = (
    <Button variant="outline" onClick={() => setAdding(true)} disabled={!isPossible || !passkeys.data}>
      {words.add}
    </Button>
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
        onName={protection.addPasskey}
        done={words.done}
      />
    </>
  )
}

function PasskeyRow({ passkey: { id, name: ownName, createdAt, lastUsedAt } }: { passkey: OwnPasskey }) {
  const { protection } = useVault()
  const [isRenaming, setRenaming] = useState(false)
  const name = ownName ?? words.unnamed
  return (
    <RemovableRow
      name={name}
      words={words}
      question={words.removeText}
      onRemove={() => protection.removePasskey(id)}
      detail={
        <Span tone="hint" size="xs" className="mt-0.5 flex flex-wrap gap-x-3">
          <span>{m.protection.added(formatDateTime(new Date(createdAt)))}</span>
          <span>{lastUsedAt ? words.used(formatDateTime(new Date(lastUsedAt))) : words.neverUsed}</span>
        </Span>
      }
    >
      <Button variant="outline" size="sm" aria-label={words.renameLabel(name)} onClick={() => setRenaming(true)}>
        {words.rename}
      </Button>
      <PasskeyNameDialog
        isOpen={isRenaming}
        onClose={() => setRenaming(false)}
        title={words.renameTitle}
        name={name}
        submit={words.renameSubmit}
        busy={words.renameBusy}
        onName={(wanted) => protection.renamePasskey(id, wanted)}
        done={words.renamed}
      />
    </RemovableRow>
  )
}
