import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { m } from '#web/messages/app.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { focusMain } from '#web/ui/layout/app-frame.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Span, Text } from '#web/ui/layout/text.tsx'
import { AccountFrame } from '../account-frame.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { ResendLink } from '../resend.tsx'
import { installationQuery } from '#web/parts/vault/installation.queries.ts'

/** After signing up: the account waits for the link in the mail. */
export function CheckEmail({ email }: { email: string }) {
  const text = m.account.checkEmail
  const { installation } = useVault()
  const hasLocalMailbox = useQuery(installationQuery(installation)).data?.hasLocalMailbox ?? false
  // The button that was pressed is gone, and on small screens the page is scrolled to where it was.
  useEffect(focusMain, [])

  return (
    <AccountFrame title={text.title} lead={text.text}>
      <Text>
        <Span tone="hint">{text.sentTo}</Span> <strong className="wrap-anywhere">{email}</strong>
      </Text>
      {hasLocalMailbox ? (
        <Notice tone="info">
          {text.local}{' '}
          <TextLink to="/dev/mailbox" reloadDocument>
            {text.mailbox}
          </TextLink>
        </Notice>
      ) : (
        <Text tone="soft">{text.help}</Text>
      )}
      <ResendLink email={email} />
      <Text>
        <TextLink to="/login">{text.toLogin}</TextLink>
      </Text>
    </AccountFrame>
  )
}
