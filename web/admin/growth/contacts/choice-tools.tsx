import { Tag, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { CONTACT_LIMITS } from '#contract/growth/contacts.ts'
import type { Contact } from '#web/lib/remote/vault-client.ts'
import { contacts as text } from '#web/messages/growth/contacts.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { ListBar } from '#web/ui/list/list-bar.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useAction } from '#web/parts/action/use-action.ts'
import type { Chosen } from './contact-table.tsx'

const words = text.bulk
type Asked = 'tag' | 'untag' | 'remove' | null

type Props = { chosen: Chosen; shown: readonly Contact[]; count: number | undefined }

/** Above the list: how many there are, or what can be done with the chosen ones. */
export function ChoiceTools({ chosen: { ids, onChange }, shown, count }: Props) {
  const [asked, setAsked] = useState<Asked>(null)
  const are = ids.size > 0
  const hasAll = shown.length > 0 && shown.every(({ id }) => ids.has(id))
  const clear = () => onChange(new Set())
  return (
    <ListBar isActive={are}>
      <Checkbox
        label={<span className="max-sm:sr-only">{text.chooseAll}</span>}
        checked={hasAll}
        indeterminate={are && !hasAll}
        disabled={shown.length === 0}
        onCheckedChange={(isOn) =>
          onChange(new Set(isOn ? shown.slice(0, CONTACT_LIMITS.chosen).map(({ id }) => id) : []))
        }
      />
      <span aria-live="polite" className="ml-auto whitespace-nowrap tabular-nums">
        {are ? text.chosen(ids.size) : count === undefined ? '' : text.count(count)}
      </span>
      {are && (
        <>
          <ToolButton Icon={Tag} label={words.tag} onClick={() => setAsked('tag')} />
          <ToolButton Icon={X} label={words.untag} onClick={() => setAsked('untag')} />
          <ToolButton Icon={Trash2} label={words.remove} onClick={() => setAsked('remove')} />
        </>
      )}
      <TagDialog asked={asked} ids={ids} onClose={() => setAsked(null)} />
      <RemoveQuestion isOpen={asked === 'remove'} ids={ids} onClose={() => setAsked(null)} onDone={clear} />
    </ListBar>
  )
}

function ToolButton({ Icon, label, onClick }: { Icon: typeof Tag; label: string; onClick: () => void }) {
  return (
    <Button size="sm" variant="ghost" aria-label={label} onClick={onClick}>
      <Icon size={15} aria-hidden="true" />
      <span className="@max-3xl:sr-only">{label}</span>
    </Button>
  )
}

type TagProps = { asked: Asked; ids: ReadonlySet<string>; onClose: () => void }

function TagDialog({ asked, ids, onClose }: TagProps) {
  const { contacts } = useVault()
  const isOn = asked !== 'untag'
  const tag = useAction((name: string) => contacts.tag([...ids], name, isOn), {
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

type RemoveProps = { isOpen: boolean; ids: ReadonlySet<string>; onClose: () => void; onDone: () => void }

function RemoveQuestion({ isOpen, ids, onClose, onDone }: RemoveProps) {
  const { contacts } = useVault()
  const remove = useAction(() => contacts.remove([...ids]), {
    done: words.removed,
    failed: text.failedChange,
    keys: ['contacts'],
    onDone,
  })
  return (
    <AlertDialog
      isOpen={isOpen}
      title={words.ask(ids.size)}
      text={words.askText}
      confirmLabel={words.yes}
      cancelLabel={words.no}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    />
  )
}
