import { useState } from 'react'
import { formatDateTime } from '#web/lib/format.ts'
import type { OwnPasskey } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { byOthers } from '#web/messages/recovery/by-others.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import { PasswordDialog } from '../password-dialog.tsx'
import { RemovableRow } from '../removable-row.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'

const words = m.protection.passkeys

/** One passkey: what it opens, when it was used, its name, and its end. */
export function OwnPasskeyRow({ passkey }: { passkey: OwnPasskey }) {
  const { id, name: ownName, createdAt, opensVault } = passkey
  const { renamePasskey } = useVault().protection
  const { removePasskey } = useProtection()
  const [isRenaming, setRenaming] = useState(false)
  const [isShuttingOut, setShuttingOut] = useState(false)
  const isListed = createdAt !== null
  const name = ownName ?? (isListed ? words.unnamed : words.unlisted)
  return (
    <RemovableRow
      name={name}
      words={words}
      question={words.removeText}
      onRemove={() => removePasskey({ id })}
      {...(opensVault ? { onAsk: () => setShuttingOut(true) } : {})}
      detail={<PasskeyFacts passkey={passkey} />}
    >
      {isListed && (
        <Button variant="outline" size="sm" aria-label={words.renameLabel(name)} onClick={() => setRenaming(true)}>
          {words.rename}
        </Button>
      )}
      <PasskeyNameDialog
        isOpen={isRenaming}
        onClose={() => setRenaming(false)}
        title={words.renameTitle}
        name={name}
        submit={words.renameSubmit}
        busy={words.renameBusy}
        onName={async (wanted) => {
          await renamePasskey(id, wanted)
          toastDone(words.renamed(wanted))
        }}
      />
      <PasswordDialog
        isOpen={isShuttingOut}
        onClose={() => setShuttingOut(false)}
        title={words.removeTitle(name)}
        lead={[words.shutOutText, words.removeText]}
        submit={words.removeConfirm}
        busy={words.removeBusy}
        isDanger
        onPassword={async (password) => {
          const { endsAgreement } = await removePasskey({ id, password })
          toastDone(words.removed(name), endsAgreement ? byOthers.agreement.ended : words.shutOut)
        }}
      />
    </RemovableRow>
  )
}

function PasskeyFacts({ passkey: { createdAt, lastUsedAt, opensVault } }: { passkey: OwnPasskey }) {
  if (createdAt === null) {
    return (
      <Span tone="hint" size="xs" className="mt-0.5 block">
        {words.unlistedText}
      </Span>
    )
  }
  return (
    <Span tone="hint" size="xs" className="mt-0.5 flex flex-wrap gap-x-3">
      <span>{opensVault ? words.opensVault : words.signsIn}</span>
      <span>{m.protection.added(formatDateTime(new Date(createdAt)))}</span>
      <span>{lastUsedAt ? words.used(formatDateTime(new Date(lastUsedAt))) : words.neverUsed}</span>
    </Span>
  )
}
