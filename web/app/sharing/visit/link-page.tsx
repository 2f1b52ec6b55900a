import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { VaultError, type VisitedLink } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { PageSpinner } from '#web/ui/feedback/spinner.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { StepFrame } from '../../account/step-frame.tsx'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'
import { AddressPassword } from '../../account/sign-up/address-password.tsx'
import { SharedFile } from './shared-file.tsx'
import { SharedFiles } from './shared-files.tsx'
import { rememberedVisit } from './remembered-visit.ts'

/** What a shared link opens, with or without an account. The secret stays in the fragment, so that a reload works. */
export function LinkPage() {
  const { id = '' } = useParams()
  const { hash } = useLocation()
  // Whatever is asked while the session is still read would be forgotten with it.
  if (useAccountState().kind === 'loading') return <PageSpinner label={m.link.opening} />
  return <FollowedLink key={id + hash} id={id} fragment={hash} />
}

export type Followed = { id: string; fragment: string }

function FollowedLink({ id, fragment }: Followed) {
  const { visit } = useVault()
  const [unlocked, setUnlocked] = useState<VisitedLink | null>(null)
  const first = useQuery({
    queryKey: ['link', id, fragment],
    queryFn: async (): Promise<VisitedLink | 'password'> => {
      const on = rememberedVisit(id)
      const { hasPassword } = await visit.knock(id, fragment, on)
      return hasPassword ? 'password' : visit.open(id, fragment, null, on)
    },
    enabled: fragment !== '',
    staleTime: Infinity,
    retry: false,
  })

  if (fragment === '') return <Refusal id={id} title={m.link.incomplete.title} text={m.link.incomplete.text} />
  if (first.isError) {
    const code = first.error instanceof VaultError ? first.error.code : null
    const isOver = code !== null && code !== 'share_link_unavailable' && code in m.link.over
    return (
      <Refusal
        id={id}
        title={titleOf(first.error)}
        text={sentenceFor(first.error)}
        {...(isOver ? {} : { onRetry: () => void first.refetch() })}
      />
    )
  }
  if (!first.data) return <PageSpinner label={m.link.opening} />
  const opened = unlocked ?? (first.data === 'password' ? null : first.data)
  const [file] = opened?.files ?? []
  if (opened?.several) return <SharedFiles link={opened} />
  if (opened && file) return <SharedFile link={opened} file={file} />
  return (
    <AddressPassword
      seed={id}
      text={m.link.password}
      wrongCode="share_link_password"
      open={(password) => visit.open(id, fragment, password, rememberedVisit(id))}
      onOpen={setUnlocked}
    />
  )
}

function titleOf(error: Error): string {
  const { over, failed } = m.link
  return error instanceof VaultError && error.code in over ? over[error.code as keyof typeof over] : failed
}

function Refusal({ id, title, text, onRetry }: { id: string; title: string; text: string; onRetry?: () => void }) {
  return (
    <StepFrame title={title} seed={id}>
      <Text tone="soft">{text}</Text>
      {onRetry && (
        <div>
          <Button onClick={onRetry}>{m.link.retry}</Button>
        </div>
      )}
    </StepFrame>
  )
}
