import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#web/messages/app.ts'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useWelcome } from './welcome.ts'

/** Signs in with a passkey in place of the session that is there, which adds it first where it is new: once, however often its prompt to sign in is closed. */
export function usePasskeySignIn() {
  const { account } = useVault()
  const { addPasskey } = useProtection()
  const [isAdded, setAdded] = useState(false)
  return useMutation({
    mutationFn: async ({ isNew }: { isNew: boolean }) => {
      if (isNew && !isAdded) {
        await addPasskey(m.protection.passkeys.unnamed)
        setAdded(true)
      }
      await account.signInWithPasskey({ stay: account.stay.read() })
    },
    onSuccess: useWelcome(),
  })
}
