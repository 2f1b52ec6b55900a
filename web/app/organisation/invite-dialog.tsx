import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { TeamRole } from '#contract/permissions.ts'
import { useNow } from '#web/lib/clock.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { guests } from '#web/messages/guests.ts'
import { people } from '#web/messages/people.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { CopyField } from '#web/ui/form/copy-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { Span, Text } from '#web/ui/layout/text.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { type Answers, inviteEach, MAX_INVITED_AT_ONCE, problemIn, readAddresses } from './invite-each.ts'
import { EnglishArea } from '#web/parts/language/english-area.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { GuestEnd, guestEndOf, usualDay } from './guest-end.tsx'
import { RoleChoice } from './role-choice.tsx'
import { endOf, RoleEnd } from './role-end.tsx'
import { rolesToGive } from '#web/parts/people/team-view.ts'
import { refreshTeam } from '#web/parts/people/team.queries.ts'

const text = people.inviteDialog

type Props = { isOpen: boolean; onClose: () => void; finalFocus: RefObject<HTMLElement | null> }

export function InviteDialog({ isOpen, onClose, finalFocus }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={text.title} finalFocus={finalFocus}>
      <Invite onClose={onClose} />
    </Dialog>
  )
}

/** Apart from the dialog, so that each opening starts empty. */
function Invite({ onClose }: { onClose: () => void }) {
  const [answers, setAnswers] = useState<Answers | null>(null)
  return answers ? (
    <InvitationsSent answers={answers} onAnother={() => setAnswers(null)} onClose={onClose} />
  ) : (
    <InviteForm onSent={setAnswers} />
  )
}

function InviteForm({ onSent }: { onSent: (answers: Answers) => void }) {
  const { team } = useVault()
  const { guarded } = useProtection()
  const state = useAccountState()
  const queries = useQueryClient()
  const { roles } = usePermissions()
  const [role, setRole] = useState<TeamRole>('member')
  const [day, setDay] = useState('')
  const now = useNow()
  const until = role === 'owner' ? null : endOf(day, now)
  const [guestDay, setGuestDay] = useState<string | null>(null)
  const guestUntil = guestDay === null ? null : guestEndOf(guestDay, now)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const ownEmail = state.kind === 'open' ? state.email : ''
  const invite = useMutation({
    mutationFn: (emails: string) =>
      inviteEach(readAddresses(emails).addresses, (email) =>
        guarded(team.invite)(
          guestUntil
            ? { email, role: 'member', until: null, guestUntil, ownEmail }
            : { email, role, until: until ?? null, guestUntil: null, ownEmail },
        ),
      ),
    onSuccess: (answers) => answers.invited.length > 0 && onSent(answers),
    onSettled: () => refreshTeam(queries),
  })
  const isEnd = guestDay === null ? until !== undefined : guestUntil !== undefined
  return (
    <Form onSubmit={({ emails = '' }) => isEnd && invite.mutate(emails)}>
      {invite.data && <Refused answers={invite.data} />}
      <TextArea
        ref={field}
        name="emails"
        rows={2}
        label={text.email}
        hint={text.hint}
        autoComplete="off"
        spellCheck={false}
        validate={problemOf}
      />
      <AsGuest day={guestDay} now={now} onChange={setGuestDay} />
      {guestDay === null && (
        <>
          <div className="flex flex-col gap-1.5">
            <Span className="text-sm font-semibold" aria-hidden="true">
              {text.role}
            </Span>
            <RoleChoice label={text.role} roles={rolesToGive(roles)} value={role} onChange={setRole} />
          </div>
          <RoleEnd role={role} day={day} now={now} onChange={setDay} />
        </>
      )}
      <Button type="submit" isBusy={invite.isPending} className="self-start">
        {invite.isPending ? text.busy : text.submit}
      </Button>
    </Form>
  )
}

type AsGuestProps = { day: string | null; now: Date; onChange: (day: string | null) => void }

/** Whether they are invited as a guest, and until which day; null: as a member. */
function AsGuest({ day, now, onChange }: AsGuestProps) {
  return (
    <EnglishArea>
      <Checkbox
        checked={day !== null}
        onCheckedChange={(isGuest) => onChange(isGuest ? usualDay(now) : null)}
        label={guests.invite}
        hint={guests.inviteHint}
      />
      {day !== null && <GuestEnd day={day} now={now} onChange={onChange} />}
    </EnglishArea>
  )
}

function problemOf(emails: string): string | null {
  const problem = problemIn(emails)
  if (problem?.kind === 'too_many') return people.imports.tooManyTyped(MAX_INVITED_AT_ONCE)
  if (problem?.kind === 'not_addresses') return text.notAddresses(problem.words.join(', '))
  return problem && m.common.emailInvalid
}

/** Who could not be invited, each with the reason. */
function Refused({ answers: { refused } }: { answers: Answers }) {
  return refused.map(({ email, error }) => (
    <Notice key={email} tone="error">
      {text.refused(email, sentenceFor(error))}
    </Notice>
  ))
}

type SentProps = { answers: Answers; onAnother: () => void; onClose: () => void }

function InvitationsSent({ answers, onAnother, onClose }: SentProps) {
  const { invited } = answers
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.select(), [])
  const [one] = invited
  const isOne = invited.length === 1
  return (
    <div className="flex flex-col gap-4">
      <Refused answers={answers} />
      <Notice tone="done">{one && isOne ? text.sent(one.email) : text.sentMany(invited.length)}</Notice>
      <Text tone="soft">{isOne ? text.second : text.secondMany}</Text>
      {invited.map(({ email, address }, at) => (
        <CopyField
          key={email}
          name={`address-${at}`}
          label={isOne ? text.address : text.addressFor(email)}
          value={address}
          copyLabel={isOne ? text.copy : text.copyFor(email)}
          onCopy={() => void copy(address)}
          {...(at === 0 ? { ref: first } : {})}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        <Button onClick={onClose}>{text.done}</Button>
        <Button variant="outline" onClick={onAnother}>
          {text.another}
        </Button>
      </div>
    </div>
  )
}

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    toastDone(text.copied)
  } catch {
    toastError(m.files.toast.error, text.copyFailed)
  }
}
