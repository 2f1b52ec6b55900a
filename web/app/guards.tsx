import { lazy, Suspense, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router'
import { type MailLink, readMailLink } from '#web/lib/account/arrival/mail-link.ts'
import { m } from '#web/messages/app.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { PageSpinner } from '#web/ui/feedback/spinner.tsx'
import { useAccountState } from '#web/parts/vault/vault-context.ts'

const RecoveryKit = lazy(async () => ({
  default: (await import('./account/recovery-kit/recovery-kit.tsx')).RecoveryKit,
}))
const SecondFactor = lazy(async () => ({ default: (await import('./account/sign-in/second-factor.tsx')).SecondFactor }))
const ConfirmPerson = lazy(async () => ({
  default: (await import('./account/sign-in/confirm-person.tsx')).ConfirmPerson,
}))
const Required = lazy(async () => ({ default: (await import('./account/sign-in/required-factor.tsx')).Required }))
const BillingReturn = lazy(async () => ({
  default: (await import('./billing/billing-return-page.tsx')).BillingReturnPage,
}))
const VaultPassword = lazy(async () => ({
  default: (await import('./account/unlock/vault-password.tsx')).VaultPassword,
}))
const loadUnlock = async () => ({ default: (await import('./account/unlock/unlock.tsx')).Unlock })
const Unlock = lazy(loadUnlock)

/** Login and signup: with a session they lead to the dashboard. */
export function OnlySignedOut() {
  const state = useAccountState()
  if (state.kind === 'loading') return <PageSpinner label={m.common.loading} />
  return state.kind === 'signed-out' ? <Outlet /> : <ToDashboard />
}

/** A link that changed the address, or stopped that, ends where the address is. */
function ToDashboard() {
  const [mailLink] = useState(readMailLink(useLocation()))
  const said = SAID[mailLink ?? 'confirmed']
  const hasFailed = mailLink === 'expired' || mailLink === 'too-late-to-stop'
  useEffect(() => {
    if (said) toastDone(m.account.login[said])
    const detail = mailLink === 'too-late-to-stop' ? m.account.login.tooLateToStop : undefined
    if (hasFailed) toastError(m.account.linkExpired.title, detail)
  }, [said, hasFailed, mailLink])
  return <Navigate to={said || hasFailed ? '/dashboard/security' : '/dashboard'} replace />
}
const SAID: Partial<Record<NonNullable<MailLink>, 'emailChanged' | 'emailChangeStopped'>> = {
  'email-changed': 'emailChanged',
  'email-change-stopped': 'emailChangeStopped',
}

/** The dashboard, unless the payment provider leads back to it: signed in, recovery kit kept, vault open; otherwise what is missing comes first. */
export function OnlyWithVault() {
  const [parameters] = useSearchParams()
  const outcome = parameters.get('checkout')
  return (
    <Suspense fallback={<PageSpinner label={m.common.loading} />}>
      {outcome === null ? <VaultGate /> : <BillingReturn outcome={outcome} />}
    </Suspense>
  )
}

function VaultGate() {
  const state = useAccountState()
  const { hash } = useLocation()
  const isOpen = state.kind === 'open'
  useEffect(() => {
    // A vault also locks without a connection. Should this fail, the screen is fetched again when it is needed.
    if (isOpen) loadUnlock().catch(() => undefined)
  }, [isOpen])
  switch (state.kind) {
    case 'loading':
      return <PageSpinner label={m.common.loading} />
    case 'signed-out':
      // Mail links land here too; what they say travels in the fragment, and the login page reads it.
      return <Navigate to={{ pathname: '/login', hash }} replace />
    case 'needs-second-factor':
      return <SecondFactor state={state} />
    case 'needs-confirmation':
      return <ConfirmPerson state={state} />
    case 'needs-factor':
      return <Required state={state} />
    case 'locked':
      return <Unlock email={state.email} isNew={state.isNew === true} />
    case 'needs-password':
      return <VaultPassword email={state.email} />
    case 'needs-recovery-kit':
      return <RecoveryKit email={state.email} />
    case 'open':
      return <Outlet />
  }
}
