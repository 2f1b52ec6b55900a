import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { linkSession, newPasswordFragment, readMailLink } from '#web/lib/account/arrival/mail-link.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor, sentenceOfCode } from '#web/messages/errors.ts'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'
import { AccountFrame } from '../account-frame.tsx'
import { LinkExpired } from './link-expired.tsx'
import { LoginForm } from './login-form.tsx'
import { OtherWaysToSignIn } from './other-ways.tsx'

export function Login() {
  const text = m.account.login
  const { account } = useVault()
  const { mailLink, fragment } = useMailLink()
  const state = useAccountState()
  const [stay, setStay] = useState(account.stay.read)
  // Two people signed up with this address, or an invitation: its owner chooses the password now.
  if (fragment) return <Navigate to={{ pathname: '/forgot-password', hash: fragment }} replace />

  return (
    <AccountFrame title={text.title} lead={text.lead}>
      {state.kind === 'signed-out' && state.isEnded && (
        <Notice tone="attention">
          {state.organisation ? sentenceOfCode(`organisation_${state.organisation}`) : text.ended}
        </Notice>
      )}
      {state.kind === 'signed-out' && state.elsewhere && (
        <Notice tone={state.elsewhere === 'foreign' ? 'attention' : 'error'}>
          {state.elsewhere === 'foreign' ? text.elsewhereUnknown : sentenceFor(state.elsewhere)}
        </Notice>
      )}
      {mailLink === 'confirmed' && <Notice tone="done">{text.confirmed}</Notice>}
      {mailLink === 'email-changed' && <Notice tone="done">{text.emailChanged}</Notice>}
      {mailLink === 'email-change-stopped' && <Notice tone="attention">{text.emailChangeStopped}</Notice>}
      {mailLink === 'too-late-to-stop' && <Notice tone="error">{text.tooLateToStop}</Notice>}
      {mailLink === 'half-confirmed' && <Notice tone="done">{text.halfConfirmed}</Notice>}
      {mailLink === 'expired' && <LinkExpired />}
      <LoginForm stay={stay} onStay={setStay} />
      <Text>
        {text.noAccount} <TextLink to="/signup">{text.toSignup}</TextLink>
      </Text>
      <OtherWaysToSignIn stay={stay} />
    </AccountFrame>
  )
}

/** What the mail's link said. Read once, then taken out of the address, which may carry tokens. */
function useMailLink() {
  const location = useLocation()
  const navigate = useNavigate()
  const { account } = useVault()
  const [link] = useState(() => ({
    mailLink: readMailLink(location),
    fragment: newPasswordFragment(location),
    unused: linkSession(location),
  }))

  useEffect(() => {
    if (!link.fragment && (location.hash || location.search)) void navigate('/login', { replace: true })
  }, [link.fragment, location.hash, location.search, navigate])

  useEffect(() => {
    if (link.fragment || !link.unused) return
    // When this fails it stays in the list of sessions, where it can be ended by hand.
    account.endLinkSession(link.unused).catch(() => undefined)
  }, [account, link])

  return link
}
