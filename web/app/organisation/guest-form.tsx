import { useState } from 'react'
import { useNow } from '#web/lib/clock.ts'
import type { Member } from '#web/lib/remote/vault-client.ts'
import { guests as text } from '#web/messages/guests.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { EnglishArea } from '#web/parts/language/english-area.tsx'
import { labelOf } from '#web/parts/people/team-view.ts'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { GuestEnd, guestEndOf, usualDay } from './guest-end.tsx'
import { dayInWords, dayOf } from './role-end.tsx'

type Props = { member: Member; onDone: () => void }

/** Makes a member a guest, moves the end of a guest, or makes one a member. */
export function GuestForm({ member, onDone }: Props) {
  const { team } = useVault()
  const { guarded } = useProtection()
  const now = useNow()
  const end = member.guest?.endsAt ?? null
  const [isOpen, setOpen] = useState(member.guest !== null)
  const [day, setDay] = useState(end === null ? usualDay(now) : dayOf(end))
  const until = guestEndOf(day, now)
  const write = async (to: string) => {
    await guarded(team.setGuest)(member.userId, to, end)
    return to
  }
  const says = { failed: text.failed, keys: ['team', 'roles'], onDone }
  const save = useAction(write, { ...says, done: (to) => text.made(labelOf(member), dayInWords(to)) })
  const admit = useAction(() => guarded(team.admitGuest)(member.userId, end), {
    ...says,
    done: text.admitted(labelOf(member)),
  })
  return (
    <EnglishArea>
      <section aria-label={text.title} className="flex flex-col gap-2.5">
        <Heading>{text.title}</Heading>
        <Text tone="soft">{saidOf(member)}</Text>
        {isOpen && <GuestEnd day={day} now={now} onChange={setDay} />}
        <div className="flex flex-wrap gap-2">
          {isOpen ? (
            <Button
              variant="outline"
              disabled={until === undefined || (end !== null && day === dayOf(end))}
              isBusy={save.isPending}
              onClick={() => until !== undefined && save.mutate(until)}
            >
              {save.isPending ? text.saving : member.guest ? text.move : text.make}
            </Button>
          ) : (
            <Button variant="outline" onClick={() => setOpen(true)}>
              {text.make}
            </Button>
          )}
          {member.guest && (
            <Button variant="outline" isBusy={admit.isPending} onClick={() => admit.mutate(undefined)}>
              {admit.isPending ? text.admitting : text.admit}
            </Button>
          )}
        </div>
      </section>
    </EnglishArea>
  )
}

function saidOf({ guest }: Member): string {
  if (!guest) return text.makeLead
  return guest.hasEnded && guest.endsAt !== null ? text.over(dayInWords(guest.endsAt)) : text.is
}
