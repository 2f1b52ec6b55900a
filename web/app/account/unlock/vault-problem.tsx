import { lazy, type ReactNode, Suspense } from 'react'
import { VaultError } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ForgetDevice } from './forget-device.tsx'

/** Fetched when somebody needs it: the page to sign in does not carry it. */
const PutBackKeyring = lazy(async () => ({ default: (await import('./put-back-keyring.tsx')).PutBackKeyring }))

type Props = {
  error: Error
  /** Shows the form as it was before the failure. */
  onForgotten: () => void
  tone?: 'attention' | 'error'
  action?: ReactNode
}

/** Why the vault did not open, with what the person can do about it. */
export function VaultProblem({ error, onForgotten, tone = 'error', action }: Props) {
  const code = error instanceof VaultError ? error.code : undefined
  const ways: Partial<Record<string, ReactNode>> = {
    keys_refused: <ForgetDevice onForgotten={onForgotten} />,
    keyring_damaged: (
      <Suspense>
        <PutBackKeyring onPutBack={onForgotten} />
      </Suspense>
    ),
  }
  return (
    <Notice tone={tone} action={ways[code ?? ''] ?? action}>
      {sentenceFor(error)}
    </Notice>
  )
}
