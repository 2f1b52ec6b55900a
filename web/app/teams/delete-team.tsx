import { useRef, useState } from 'react'
import type { NamedTeam } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { teams } from '#web/messages/teams.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useTeamWrites } from './use-team-writes.ts'

const text = teams.remove

/** Its name has to be typed; the dialog says what ends and what does not. */
export function DeleteTeam({ team, onDeleted }: { team: NamedTeam; onDeleted: () => void }) {
  const { remove } = useTeamWrites()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button ref={button} variant="outline-danger" onClick={() => setOpen(true)}>
        {teams.sheet.delete}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={text.title(team.name)} finalFocus={button}>
        <Form onSubmit={() => remove.mutate(team, { onSuccess: onDeleted })}>
          <Text tone="soft">{text.ends}</Text>
          <Text tone="soft">{text.stays}</Text>
          <TextField
            name="name"
            label={text.label(team.name)}
            validate={(typed) => (typed && typed.trim() !== team.name ? text.wrong : null)}
            autoComplete="off"
            spellCheck={false}
          />
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="outline" onClick={() => setOpen(false)}>
              {m.common.cancel}
            </Button>
            <Button type="submit" variant="danger" isBusy={remove.isPending}>
              {remove.isPending ? text.busy : text.confirm}
            </Button>
          </div>
        </Form>
      </Dialog>
    </>
  )
}
