import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { type OpenedRequest, VaultError } from '#web/lib/remote/vault-client.ts'
import { requests as requestWords } from '#web/messages/requests.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { PageSpinner } from '#web/ui/feedback/spinner.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { StepFrame } from '../../account/step-frame.tsx'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'
import { AddressPassword } from '../../account/sign-up/address-password.tsx'
import { SendFiles } from './send-files.tsx'

const text = requestWords.sender

/** Where somebody sends files that were asked for, with or without an account. The secret stays in the fragment. */
export function RequestPage() {
  const { id = '' } = useParams()
  const { hash } = useLocation()
  // Whatever is asked while the session is still read would be forgotten with it.
  if (useAccountState().kind === 'loading') return <PageSpinner label={text.opening} />
  return <FollowedRequest key={id + hash} id={id} fragment={hash} />
}

export type Followed = { id: string; fragment: string }

function FollowedRequest({ id, fragment }: Followed) {
  const { sender } = useVault()
  const [request, setRequest] = useState<OpenedRequest | null>(null)
  const first = useQuery({
    queryKey: ['request', id, fragment],
    queryFn: async (): Promise<OpenedRequest | 'password'> => {
      const { hasPassword } = await sender.knock(id, fragment)
      return hasPassword ? 'password' : sender.open(id, fragment, null)
    },
    enabled: fragment !== '',
    staleTime: Infinity,
    retry: false,
  })

  if (fragment === '') return <Refusal id={id} title={text.incomplete.title} sentence={text.incomplete.text} />
  if (first.isError) {
    const isOver = first.error instanceof VaultError && first.error.code in text.over
    return (
      <Refusal
        id={id}
        title={titleOf(first.error)}
        sentence={sentenceFor(first.error)}
        {...(isOver ? {} : { onRetry: () => void first.refetch() })}
      />
    )
  }
  if (!first.data) return <PageSpinner label={text.opening} />
  const opened = request ?? (first.data === 'password' ? null : first.data)
  if (!opened)
    return (
      <AddressPassword
        seed={id}
        text={requestWords.sender.password}
        wrongCode="request_password"
        open={(password) => sender.open(id, fragment, password)}
        onOpen={setRequest}
      />
    )
  return <SendFiles id={id} request={opened} />
}

function titleOf(error: Error): string {
  const { over, failed } = text
  return error instanceof VaultError && error.code in over ? over[error.code as keyof typeof over] : failed
}

type RefusalProps = { id: string; title: string; sentence: string; onRetry?: () => void }

function Refusal({ id, title, sentence, onRetry }: RefusalProps) {
  return (
    <StepFrame title={title} seed={id}>
      <Text tone="soft">{sentence}</Text>
      {onRetry && (
        <div>
          <Button onClick={onRetry}>{text.again}</Button>
        </div>
      )}
    </StepFrame>
  )
}
