import { VIEW_LIMITS } from '#contract/panel/views.ts'
import type { SavedView } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { list as text } from '#web/messages/list.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useAction } from '../../action/use-action.ts'
import { useVault } from '../../vault/vault-context.ts'
import { VIEWS_KEY } from './views.queries.ts'

const words = text.views

type Props = {
  isOpen: boolean
  list: string
  /** Renamed; null saves the filters of now. */
  view: SavedView | null
  query: string
  onClose: () => void
  onAdded?: (view: SavedView) => void
}

/** Gives filters a name, or a view another one. */
export function ViewDialog({ isOpen, view, onClose, ...rest }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={view ? words.renameTitle : words.saveTitle}>
      <NameForm view={view} onClose={onClose} {...rest} />
    </Dialog>
  )
}

function NameForm({ list, view, query, onClose, onAdded }: Omit<Props, 'isOpen'>) {
  const { views } = useVault()
  const save = useAction(
    async (name: string) => {
      if (view) await views.change({ ...view, name })
      else onAdded?.(await views.add(list, { name, query }))
    },
    { done: words.saved, failed: words.failed, keys: [VIEWS_KEY], onDone: onClose, isQuiet: true },
  )
  return (
    <Form onSubmit={({ name = '' }) => save.mutate(name.trim())}>
      {save.error && <Notice tone="error">{sentenceFor(save.error)}</Notice>}
      <TextField
        name="name"
        label={words.name}
        hint={words.hint}
        maxLength={VIEW_LIMITS.nameCharacters}
        defaultValue={view?.name ?? ''}
        validate={(name) => (name.trim() === '' ? words.nameMissing : null)}
        autoComplete="off"
      />
      <Button type="submit" isBusy={save.isPending} className="self-start">
        {words.submit}
      </Button>
    </Form>
  )
}
