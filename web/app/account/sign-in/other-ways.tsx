import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { Stay, Ways } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor, serviceMessage } from '#web/messages/errors.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { type Way, WayButtons } from '#web/ui/button/way-buttons.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { CodeSignIn } from './code-sign-in.tsx'
import { OrganisationSignIn } from './organisation-sign-in.tsx'

const text = m.account.login
/** A space keeps the line's place while the answer is on its way. */
const ASKING = '\u00a0'
const names: Record<string, string> = m.account.ways.names

/** Providers, a sent code and the organisation, beside password and passkey. */
export function OtherWaysToSignIn({ stay }: { stay: Stay }) {
  const { ways, reason } = useWays()
  const providers = useProviderWays(ways, stay)
  const [open, setOpen] = useState<'code' | 'organisation' | null>(null)
  const panel = (id: 'code' | 'organisation', label: string, isOffered: boolean): Way => ({
    id,
    label,
    isOpen: open === id,
    onChoose: isOffered ? () => setOpen(open === id ? null : id) : undefined,
  })
  const hasSms = ways?.hasSms ?? false
  const all = [
    panel('code', hasSms ? m.account.ways.names.code : m.account.ways.names.emailCode, ways !== undefined),
    ...(hasSms ? [] : [closed('sms')]),
    panel('organisation', m.account.ways.names.organisation, ways?.hasOrganisations ?? false),
    ...providers.list,
  ]

  return (
    <WayList title={text.otherWays} ways={all} reason={reason} problem={providers.problem}>
      {open === 'code' && <CodeSignIn hasSms={hasSms} stay={stay} />}
      {open === 'organisation' && <OrganisationSignIn stay={stay} />}
    </WayList>
  )
}

/** Making an account with one that exists elsewhere. */
export function OtherWaysToSignUp() {
  const { ways, reason } = useWays()
  const { list, problem } = useProviderWays(ways, 'tab')
  return <WayList title={m.account.signup.otherWays} ways={list} reason={reason} problem={problem} />
}

type ListProps = { title: string; ways: Way[]; reason: string | null; problem: Error | null; children?: ReactNode }

/** Ways to press, and what is not set up here in one line. */
export function WayList({ title, ways, reason, problem, children }: ListProps) {
  const closed = ways.filter(({ onChoose }) => !onChoose).map(({ label }) => label)
  // What is not set up here is named in one line; where that is not known, nothing can be chosen.
  const shown = reason === null ? ways.filter(({ onChoose }) => onChoose) : reason === ASKING ? [] : ways
  return (
    <>
      {problem && <Notice tone="error">{sentenceFor(problem)}</Notice>}
      <WayButtons
        title={title}
        ways={shown}
        reason={reason ?? (closed.length > 0 ? text.notConfigured(closed.join(', ')) : null)}
      >
        {children}
      </WayButtons>
    </>
  )
}

/** What the server offers, and why nothing can be chosen as long as that is not known. */
export function useWays(): { ways: Ways | undefined; reason: string | null } {
  const { account } = useVault()
  const { data, isError } = useQuery({ queryKey: ['account', 'ways'], queryFn: account.ways, staleTime: 60_000 })
  return { ways: data, reason: data ? null : isError ? text.waysUnknown : ASKING }
}

/** Providers as ways to press, each of which leaves this page. */
export function useProviderWays(ways: Ways | undefined, stay: Stay) {
  const { account } = useVault()
  const leave = useMutation({
    mutationFn: account.leaveForProvider,
    onError: (error) => toastError(m.account.toast.oauthError, serviceMessage(error)),
  })
  const { reset } = leave
  useEffect(() => {
    // The browser keeps the page as it was left, and its Back button shows it again.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && reset()
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [reset])

  const known = ways?.providers ?? ['google', 'github'].map((id) => ({ id, name: null, isOn: false }) as const)
  const list: Way[] = known.map(({ id, name, isOn }) => ({
    id,
    label: name ?? names[id] ?? id,
    isBusy: (leave.isPending || leave.isSuccess) && leave.variables.provider === id,
    onChoose: isOn ? () => leave.mutate({ provider: id, stay }) : undefined,
  }))
  // The app does not offer it, whatever the server is set up with.
  list.splice(2, 0, closed('apple'))
  return { list, problem: leave.error }
}

const closed = (id: 'apple' | 'sms'): Way => ({ id, label: m.account.ways.names[id] })
