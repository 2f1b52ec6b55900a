import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { TEAM_LIMITS } from '#contract/organisation/teams.ts'
import { type NamedTeam, VaultError } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { teams } from '#web/messages/teams.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { teamsQuery } from '#web/parts/people/teams.queries.ts'
import { useTeamWrites } from './use-team-writes.ts'

const text = teams.form

type NewProps = {
  isOpen: boolean
  onClose: () => void
  onCreated: (id: string) => void
  finalFocus: RefObject<HTMLElement | null>
}

/** Name and description of a team that is to be. */
export function NewTeamDialog({ isOpen, onClose, onCreated, finalFocus }: NewProps) {
  const { create } = useTeamWrites()
  const close = () => {
    create.reset()
    onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={close} title={text.createTitle} finalFocus={finalFocus}>
      <Form
        onSubmit={(values) =>
          create.mutate(wordsOf(values), {
            onSuccess: (id) => {
              close()
              onCreated(id)
            },
          })
        }
      >
        {create.error && <Notice tone="error">{sentenceFor(create.error)}</Notice>}
        <TeamFields />
        <Buttons label={create.isPending ? text.creating : text.create} isBusy={create.isPending} onClose={close} />
      </Form>
    </Dialog>
  )
}

type EditProps = { team: NamedTeam; isOpen: boolean; onClose: () => void; finalFocus: RefObject<HTMLElement | null> }

/** Another name or description. Where somebody else was faster, what they wrote is shown, and only then can it be replaced. */
export function EditTeamDialog({ team, isOpen, onClose, finalFocus }: EditProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={text.editTitle(team.name)} finalFocus={finalFocus}>
      <EditTeam team={team} onClose={onClose} />
    </Dialog>
  )
}

function EditTeam({ team, onClose }: { team: NamedTeam; onClose: () => void }) {
  const { change } = useTeamWrites()
  const { refetch } = useQuery({ ...teamsQuery(useVault().teams), enabled: false })
  // What the person looked at, also when the list is read again meanwhile.
  const [seen, setSeen] = useState(team)
  const isOverruled = change.error instanceof VaultError && change.error.code === 'team_changed'
  const lookAgain = async () => {
    const { data } = await refetch()
    setSeen(data?.find(({ id }) => id === team.id) ?? seen)
  }
  const save = (values: Record<string, string>) =>
    change.mutate(
      { id: team.id, seen: seen.version, words: wordsOf(values) },
      {
        onSuccess: onClose,
        onError: () => void lookAgain(),
      },
    )
  return (
    <Form onSubmit={save}>
      {change.error && (
        <Notice tone="error">
          {sentenceFor(change.error)} {isOverruled && text.now(seen.name, seen.description)}
        </Notice>
      )}
      <TeamFields team={team} />
      <Buttons label={change.isPending ? text.saving : text.save} isBusy={change.isPending} onClose={onClose} />
    </Form>
  )
}

function TeamFields({ team }: { team?: NamedTeam }) {
  return (
    <>
      <TextField
        name="name"
        label={text.name}
        defaultValue={team?.name ?? ''}
        validate={nameProblem}
        autoComplete="off"
        spellCheck={false}
      />
      <TextArea
        name="description"
        label={text.description}
        hint={text.descriptionHint}
        defaultValue={team?.description ?? ''}
        rows={3}
        isOptional
        validate={(typed) => (typed.trim().length > TEAM_LIMITS.descriptionCharacters ? text.descriptionLong : null)}
      />
    </>
  )
}

function nameProblem(typed: string): string | null {
  if (typed !== '' && typed.trim() === '') return m.common.required
  if (typed.trim().length > TEAM_LIMITS.nameCharacters) return text.nameLong
  return /\p{Cc}/u.test(typed.trim()) ? text.nameLines : null
}

const wordsOf = ({ name = '', description = '' }: Record<string, string>) => ({
  name: name.trim(),
  description: description.trim(),
})

function Buttons({ label, isBusy, onClose }: { label: string; isBusy: boolean; onClose: () => void }) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button variant="outline" onClick={onClose}>
        {m.common.cancel}
      </Button>
      <Button type="submit" isBusy={isBusy}>
        {label}
      </Button>
    </div>
  )
}
