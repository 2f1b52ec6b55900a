import { useState } from 'react'
import { m } from '#web/messages/app.ts'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { AccountFrame } from '../account-frame.tsx'
import { CheckEmail } from './check-email.tsx'
import { OtherWaysToSignUp } from '../sign-in/other-ways.tsx'
import { SignupForm } from './signup-form.tsx'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { installationQuery } from '#web/parts/vault/installation.queries.ts'

export function Signup() {
  const text = m.account.signup
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { installation } = useVault()
  const { data: facts } = useQuery(installationQuery(installation))
  const isClosed = facts?.start.disable_signup ?? false

  if (sentTo) return <CheckEmail email={sentTo} />
  return (
    <AccountFrame title={text.title} lead={text.lead}>
      {isClosed ? (
        <Notice tone="attention">{text.costs.closed}</Notice>
      ) : (
        <>
          <OrganisationNotice />
          <SignupForm onSent={setSentTo} />
        </>
      )}
      <Text>
        {text.hasAccount} <TextLink to="/login">{text.toLogin}</TextLink>
      </Text>
      {!isClosed && <FromElsewhere />}
    </AccountFrame>
  )
}

/** An account with one that exists elsewhere, and what one agrees to with it. */
function FromElsewhere() {
  const text = m.account.signup
  return (
    <>
      <OtherWaysToSignUp />
      <Text tone="hint" size="xs">
        {text.elsewhereTerms}{' '}
        <TextLink to="/terms" reloadDocument target="_blank">
          {text.terms}
        </TextLink>{' '}
        {text.and}{' '}
        <TextLink to="/privacy" reloadDocument target="_blank">
          {text.privacy}
        </TextLink>
      </Text>
    </>
  )
}

/** Whose organisation an account that is made here belongs to, and who will see it. */
function OrganisationNotice() {
  const { installation } = useVault()
  const { data } = useQuery(installationQuery(installation))
  if (!data) return null
  const { joins, own } = m.account.signup.organisation
  return <Notice tone="info">{data.mode === 'single' && data.name ? joins(data.name) : own}</Notice>
}
