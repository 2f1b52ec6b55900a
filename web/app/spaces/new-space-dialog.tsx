import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { useNavigate } from 'react-router'
import type { WantedMember } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { spaces as spaceWords } from '#web/messages/spaces.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'
import { fileNameProblem } from '../drive/rename/file-name.ts'
import { useChosenPeople } from '#web/parts/people/use-picked.ts'
import { useSpaceTeamNotes } from '../teams/use-space-team-notes.ts'
import { MemberPicker } from './member-picker.tsx'
import { spacePath } from './space-scope.tsx'
import { refreshSpaces } from './spaces.queries.ts'

const text = spaceWords.newSpace

type Props = { isOpen: boolean; onClose: () => void; finalFocus: RefObject<HTMLElement | null> }

export function NewSpaceDialog({ isOpen, onClose, finalFocus }: Props) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={text.title} finalFocus={finalFocus}>
      {isOpen && <NewSpace onClose={onClose} />}
    </Sheet>
  )
}

function NewSpace({ onClose }: { onClose: () => void }) {
  const { spaces } = useVault()
  const account = useAccountState()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const me = account.kind === 'open' ? account.userId : ''
  const [own] = useChosenPeople([me]).people
  const [members, setMembers] = useState<WantedMember[]>([{ userId: me, role: 'manager' }])
  const notes = useSpaceTeamNotes()
  const create = useMutation({
    mutationFn: (name: string) => {
      const label = own ? { email: own.email, name: own.name } : {}
      return spaces.create({ name, members: members.filter(({ userId }) => userId !== me), me: label })
    },
    onSuccess: async (id) => {
      await notes.save(
        id,
        members.map(({ userId }) => userId),
      )
      await refreshSpaces(queries)
      toastDone(text.done)
      onClose()
      await navigate(spacePath(id))
    },
  })
  return (
    <Form onSubmit={({ name = '' }) => create.mutate(name.trim())}>
      {create.error && <Notice tone="error">{m.files.because(text.failed, sentenceFor(create.error))}</Notice>}
      <TextField
        name="name"
        label={text.name}
        hint={text.nameHint}
        required={false}
        validate={fileNameProblem}
        autoComplete="off"
        spellCheck={false}
      />
      <MemberPicker chosen={members} onChange={setMembers} onTeam={notes.choose} fixedId={me} />
      <Button type="submit" isBusy={create.isPending} className="self-start">
        {create.isPending ? text.busy : text.submit}
      </Button>
    </Form>
  )
}
