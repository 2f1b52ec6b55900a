import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import type { Stay } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor, serviceMessage } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useWelcome } from './welcome.ts'

const text = m.account.login

/** Signs in with a passkey. The guard then shows the page that asks for the vault's password. */
export function PasskeyButton({ stay }: { stay: Stay }) {
  const { account } = useVault()
  const signIn = useMutation({
    mutationFn: account.signInWithPasskey,
    onSuccess: useWelcome(),
    onError: (error) => toastError(m.account.toast.signInError, serviceMessage(error)),
  })
  if (!('PublicKeyCredential' in globalThis)) return null

  return (
    <div className="flex flex-col gap-2">
      {signIn.error && <Notice tone="error">{sentenceFor(signIn.error)}</Notice>}
      <Button variant="outline" size="lg" isBusy={signIn.isPending} onClick={() => signIn.mutate({ stay })}>
        <KeyRound size={17} aria-hidden="true" />
        {signIn.isPending ? text.passkeyBusy : text.passkey}
      </Button>
      <Text tone="hint" size="xs">
        {text.passkeyHint}
      </Text>
    </div>
  )
}
