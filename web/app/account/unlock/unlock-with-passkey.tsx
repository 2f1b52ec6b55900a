import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import type { Stay } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { VaultProblem } from './vault-problem.tsx'

const text = m.account.unlock

/** Where one of the account's passkeys opens the vault. */
export function UnlockWithPasskey({ stay }: { stay: Stay }) {
  const { account, protection } = useVault()
  const opening = useQuery({ queryKey: ['opening-passkeys'], queryFn: protection.openingPasskeys, staleTime: 0 })
  const unlock = useMutation({
    mutationFn: () => account.unlockWithPasskey(stay),
  })
  if (!('PublicKeyCredential' in globalThis) || !opening.data || opening.data.length === 0) return null

  return (
    <>
      {unlock.error && <VaultProblem error={unlock.error} onForgotten={unlock.reset} />}
      <Button variant="outline" size="lg" isBusy={unlock.isPending} onClick={() => unlock.mutate()}>
        <KeyRound size={17} aria-hidden="true" />
        {unlock.isPending ? m.account.login.passkeyBusy : text.passkey}
      </Button>
    </>
  )
}
