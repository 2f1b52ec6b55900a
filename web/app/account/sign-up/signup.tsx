import { useState } from 'react'
import { m } from '#web/messages/app.ts'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { AccountFrame } from '../account-frame.tsx'
import { CheckEmail } from './check-email.tsx'
import { OrganisationNotice } from './organisation-notice.tsx'
import { OtherWaysToSignUp } from '../sign-in/other-ways.tsx'
import { SignupForm } from './signup-form.tsx'

export function Signup() {
  const text = m.account.signup
  const [sentTo, setSentTo] = useState<string | null>(null)

  if (sentTo) return <CheckEmail email={sentTo} />
  return (
    <AccountFrame title={text.title} lead={text.lead}>
      <OrganisationNotice />
      <SignupForm onSent={setSentTo} />
      <Text>
        {text.hasAccount} <TextLink to="/login">{text.toLogin}</TextLink>
      </Text>
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
    </AccountFrame>
  )
}
