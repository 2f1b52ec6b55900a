import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { readRecoveryLink } from '#web/lib/account/arrival/mail-link.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { PageSpinner } from '#web/ui/feedback/spinner.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'
import { AccountFrame } from '../account-frame.tsx'
import { RecoverForm } from './recover-form.tsx'
import { RequestRecovery } from '../../recovery/request-recovery.tsx'
import { SecondFactor } from '../sign-in/second-factor.tsx'

/** First the mail, then, with its link or a locked session, the words and a new password. */
export function ForgotPassword() {
  const text = m.account.forgot
  const state = useAccountState()
  const link = useRecoveryLink()
  const [areWordsLost, setWordsLost] = useState(false)

  if (state.kind === 'loading' || link.isPending) return <PageSpinner label={m.common.loading} />
  if (['open', 'needs-password', 'needs-factor', 'needs-recovery-kit'].includes(state.kind)) {
    return <Navigate to={areWordsLost ? '/recovery-kit' : '/dashboard'} replace />
  }
  if (state.kind === 'needs-second-factor') return <SecondFactor state={state} />
  if (state.kind === 'locked') return <RecoverForm email={state.email} onLostWords={setWordsLost} />
  return (
    <AccountFrame title={text.title} lead={text.lead}>
      {link.problem && <Notice tone="error">{link.problem}</Notice>}
      <RequestRecovery />
      <Text>
        <TextLink to="/login">{text.toLogin}</TextLink>
      </Text>
    </AccountFrame>
  )
}

/** Takes over the session in the mail's link, once, and takes the tokens out of the address at once. */
function useRecoveryLink(): { isPending: boolean; problem: string | null } {
  const { account } = useVault()
  const location = useLocation()
  const navigate = useNavigate()
  const [link] = useState(() => readRecoveryLink(location))
  const { mutate, isIdle, isPending, error } = useMutation({ mutationFn: account.acceptRecovery })

  useEffect(() => {
    if (location.hash) void navigate('/forgot-password', { replace: true })
  }, [location.hash, navigate])
  useEffect(() => {
    if (link && link !== 'expired') mutate(link)
  }, [link, mutate])

  if (link === null) return { isPending: false, problem: null }
  if (link === 'expired') return { isPending: false, problem: m.account.forgot.expired }
  return { isPending: isIdle || isPending, problem: error && sentenceFor(error) }
}
