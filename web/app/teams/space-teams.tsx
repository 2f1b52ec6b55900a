import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Member, TeamDrift, TeamNote } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { teams as words } from '#web/messages/teams.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { ListFailed } from '#web/parts/query/list-failed.tsx'
import { labelOf } from '#web/parts/people/team-view.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import type { SpaceDrift } from './use-space-drift.ts'
import { TEAMS_KEY } from '#web/parts/people/teams.queries.ts'

const text = words.space

type Props = {
  spaceId: string
  drift: SpaceDrift
  onAdd: (people: readonly Member[], teamId: string) => void
  onRemove: (ids: readonly string[]) => void
}

/** In the list of members, for managers: who joined and who left the teams that the space was made for, each by name. */
export function SpaceTeams({ spaceId, drift: { drifts, members, failed }, onAdd, onRemove }: Props) {
  const { note, forget } = useNotes(spaceId)
  if (failed) return <ListFailed text={text.unknown} query={failed} />
  if (drifts.length === 0) return null
  const named = (ids: readonly string[]) => members.filter(({ userId }) => ids.includes(userId))
  return (
    <section aria-label={text.title} className="flex flex-col gap-3">
      <Heading look="small">{text.title}</Heading>
      {drifts.map((one) => (
        <Team
          key={one.team.id}
          drift={one}
          missing={named(one.missing)}
          gone={named(one.gone)}
          onAdd={() => onAdd(named(one.missing), one.team.id)}
          onLeaveOut={() => note.mutate({ spaceId, teamId: one.team.id, added: [], leftOut: one.missing })}
          onRemove={() => onRemove(one.gone)}
          onKeep={() => note.mutate({ spaceId, teamId: one.team.id, added: [], leftOut: one.gone })}
          onForget={() => forget.mutate(one.team.id)}
        />
      ))}
      <Text tone="hint" size="xs">
        {text.forgetNote}
      </Text>
    </section>
  )
}

type TeamProps = {
  drift: TeamDrift
  missing: readonly Member[]
  gone: readonly Member[]
  onAdd: () => void
  onLeaveOut: () => void
  onRemove: () => void
  onKeep: () => void
  onForget: () => void
}

function Team({ drift, missing, gone, onAdd, onLeaveOut, onRemove, onKeep, onForget }: TeamProps) {
  const { name } = drift.team
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Text className="font-semibold wrap-anywhere">{name}</Text>
        <Button variant="ghost" size="sm" aria-label={text.forgetOf(name)} onClick={onForget}>
          {text.forget}
        </Button>
      </div>
      {missing.length > 0 && (
        <Apart
          sentence={text.missing(name, missing.length)}
          people={missing}
          first={{ label: text.add, name: text.addOf(name), onPress: onAdd }}
          second={{ label: text.leaveOut, name: text.leaveOutOf(name), onPress: onLeaveOut }}
        />
      )}
      {drift.gone.length > 0 && (
        <Apart
          sentence={text.gone(name, drift.gone.length)}
          people={gone}
          first={{ label: text.takeOut, name: text.takeOutOf(name), onPress: onRemove }}
          second={{ label: text.keep, name: text.keepOf(name), onPress: onKeep }}
        />
      )}
      {missing.length + drift.gone.length === 0 && (
        <Text tone="soft" size="xs">
          {text.same(name)}
        </Text>
      )}
    </div>
  )
}

type Choice = { label: string; name: string; onPress: () => void }
type ApartProps = { sentence: string; people: readonly Member[]; first: Choice; second: Choice }

function Apart({ sentence, people, first, second }: ApartProps) {
  return (
    <Notice
      tone="info"
      action={
        <span className="flex flex-wrap gap-2">
          {[first, second].map(({ label, name, onPress }) => (
            <Button key={label} variant="outline" size="sm" aria-label={name} onClick={onPress}>
              {label}
            </Button>
          ))}
        </span>
      }
    >
      {sentence} <span className="block font-normal">{people.map(labelOf).join(', ')}</span>
    </Notice>
  )
}

function useNotes(spaceId: string) {
  const { teams } = useVault()
  const queries = useQueryClient()
  const settings = {
    onError: (error: Error) => toastError(text.failed, sentenceFor(error)),
    onSettled: () => queries.invalidateQueries(TEAMS_KEY),
  }
  const note = useMutation({ mutationFn: (wanted: TeamNote) => teams.noteOfSpace(wanted), ...settings })
  const forget = useMutation({ mutationFn: (teamId: string) => teams.forgetOfSpace(spaceId, teamId), ...settings })
  return { note, forget }
}
