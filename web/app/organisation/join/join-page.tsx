import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import {
  type InvitationAddress,
  agreesWithNoted,
  forgetInviter,
  noteInviter,
  notedFor,
  notedInviter,
  readInvitation,
} from '#web/lib/account/arrival/invitation.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { PageSpinner } from '#web/ui/feedback/spinner.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { StepFrame } from '../../account/step-frame.tsx'
import { useSignOut } from '#web/parts/frame/use-sign-out.ts'
import { useAccountState } from '#web/parts/vault/vault-context.ts'
import { JoinForm } from './join-form.tsx'

const text = m.join

/** Where invitations lead: the mailed one makes the account, the one that is handed over names the inviter's keys. */
export function JoinPage() {
  const { hash } = useLocation()
  const state = useAccountState()
  // What is noted lies outside React: another render reads it again.
  const [round, setRound] = useState(0)
  const invitation = readInvitation(hash)
  if (state.kind === 'loading') return <PageSpinner label={m.common.loading} />
  if (!invitation) return <Message title={text.incomplete.title} text={text.incomplete.text} />

  // First of all: somebody who has a vault already takes no keys from an address.
  if (state.kind === 'open' || state.kind === 'locked' || state.kind === 'needs-second-factor') {
    return <SignedIn email={state.email} invitation={invitation} />
  }
  return <Invited key={round} invitation={invitation} onForget={() => setRound(round + 1)} />
}

function Invited({ invitation, onForget }: { invitation: InvitationAddress; onForget: () => void }) {
  const by = invitation.inviter.email || text.somebody
  if (!agreesWithNoted(invitation.inviter)) return <Differs by={by} onForget={onForget} />
  if (invitation.token === null) return <KeysNoted invitation={invitation} by={by} />
  return <JoinForm invitation={invitation} token={invitation.token} by={by} />
}

/** Anybody can write such an address, the server too: whether the inviter handed it over, the person says. */
function KeysNoted({ invitation, by }: { invitation: InvitationAddress; by: string }) {
  const { email, inviter } = invitation
  const { noted } = text
  const [isHandedOver, setHandedOver] = useState(notedInviter()?.isHandedOver ?? false)
  useEffect(() => noteInviter({ email, inviter }), [email, inviter])
  const confirm = () => {
    noteInviter({ email, inviter: { ...inviter, isHandedOver: true } })
    setHandedOver(true)
  }
  return (
    <StepFrame title={noted.title} seed={noted.title}>
      <Text tone="soft">{noted.text(by, email)}</Text>
      <Text tone="soft">{isHandedOver ? noted.isHandedOver(by) : noted.question(by)}</Text>
      {!isHandedOver && (
        <Button variant="outline" className="self-start" onClick={confirm}>
          {noted.confirm(by)}
        </Button>
      )}
    </StepFrame>
  )
}

/** On a device that several people use the note may be of another invitation; a caller who knows that may drop it. */
function Differs({ by, onForget }: { by: string; onForget: () => void }) {
  const { differs } = text
  const noted = notedInviter()
  const forget = () => {
    forgetInviter()
    onForget()
  }
  return (
    <StepFrame title={differs.title} seed={differs.title}>
      <Text tone="soft">{differs.text(by)}</Text>
      {noted && (
        <>
          <Text tone="soft">{differs.noted(noted.email || text.somebody, notedFor() ?? '')}</Text>
          <Button variant="outline" className="self-start" onClick={forget}>
            {differs.forget}
          </Button>
        </>
      )}
    </StepFrame>
  )
}

function Message({ title, text: body }: { title: string; text: string }) {
  return (
    <StepFrame title={title} seed={title}>
      <Text tone="soft">{body}</Text>
    </StepFrame>
  )
}

function SignedIn({ email, invitation }: { email: string; invitation: InvitationAddress }) {
  const signOut = useSignOut()
  return (
    <StepFrame title={text.signedIn.title} seed={email}>
      <Text tone="soft">{text.signedIn.text(email)}</Text>
      <Text tone="soft">{text.signedIn.one(invitation.inviter.email || text.somebody, invitation.email)}</Text>
      <div className="flex flex-wrap items-center gap-4">
        <Button onClick={() => void signOut()}>{text.signedIn.signOut}</Button>
        <TextLink to="/dashboard">{text.signedIn.stay}</TextLink>
      </div>
    </StepFrame>
  )
}
