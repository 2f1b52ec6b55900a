import { Tag, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { CONTACT_LIMITS } from '#contract/growth/contacts.ts'
import type { Contact } from '#web/lib/remote/vault-client.ts'
import { contacts as text } from '#web/messages/growth/contacts.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useAction } from '#web/parts/action/use-action.ts'
import { ChosenAct } from '#web/parts/list/chosen/chosen-bar.tsx'
import type { Chosen } from '#web/parts/list/chosen/use-chosen.ts'

const words = text.bulk
export type Asked = 'tag' | 'untag' | 'remove' | null

type Props = { chosen: Chosen<Contact> }

/** What can be done with the chosen contacts. */
export function ContactActs({ chosen }: Props) {
  const [asked, setAsked] = useState<Asked>(null)
  const ids = chosen.rows.map(({ id }) => id)
  return (
    <>
      <ChosenAct Icon={Tag} label={words.tag} onClick={() => setAsked('tag')} />
      <ChosenAct Icon={X} label={words.untag} onClick={() => setAsked('untag')} />
      <ChosenAct Icon={Trash2} label={words.remove} isDanger onClick={() => setAsked('remove')} />
      <ContactQuestions asked={asked} ids={ids} onClose={() => setAsked(null)} />
    </>
  )
}

type AskedProps = { asked: Asked; ids: readonly string[]; onClose: () => void }

/** Asks for a tag, or whether contacts are to be deleted. */
export function ContactQuestions({ asked, ids, onClose }: AskedProps) {
  return (
    <>
      <TagDialog asked={asked} ids={ids} onClose={onClose} />
      <RemoveQuestion isOpen={asked === 'remove'} ids={ids} onClose={onClose} />
    </>
  )
}

function TagDialog({ asked, ids, onClose }: AskedProps) {
  const { contacts } = useVault()
  const isOn = asked !== 'untag'
  const tag = useAction((name: string) => contacts.tag(ids, name, isOn), {
    done: words.tagged,
    failed: text.failedChange,
    keys: ['contacts'],
    onDone: onClose,
  })
  return (
    <Dialog isOpen={asked === 'tag' || asked === 'untag'} onClose={onClose} title={isOn ? words.tag : words.untag}>
      <Form onSubmit={({ tag: name = '' }) => tag.mutate(name.trim())}>
        <TextField name="tag" label={words.tagName} maxLength={CONTACT_LIMITS.tagCharacters} autoComplete="off" />
        <Button type="submit" isBusy={tag.isPending} className="self-start">
          {isOn ? words.tagSubmit : words.untagSubmit}
        </Button>
      </Form>
    </Dialog>
  )
}

type RemoveProps = { isOpen: boolean; ids: readonly string[]; onClose: () => void }

function RemoveQuestion({ isOpen, ids, onClose }: RemoveProps) {
  const { contacts } = useVault()
  const remove = useAction(() => contacts.remove(ids), {
    done: words.removed,
    failed: text.failedChange,
    keys: ['contacts'],
  })
  return (
    <AlertDialog
      isOpen={isOpen}
      title={words.ask(ids.length)}
      text={words.askText}
      confirmLabel={words.yes}
      cancelLabel={words.no}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    />
  )
}
