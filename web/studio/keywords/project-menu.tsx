import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { KEYWORD_LIMITS } from '#contract/keywords/keywords.ts'
import type { KeywordProject } from '#web/lib/remote/vault-client.ts'
import { keywords as text } from '#web/messages/studio/keywords.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Menu, MenuItem } from '#web/ui/overlay/menu.tsx'
import { useAddress } from './use-address.ts'
import { useStudioAction } from '../use-studio-action.ts'

/** What is done rarely with a project. */
export function ProjectMenu({ project }: { project: KeywordProject }) {
  const { keywords } = useVault()
  const { show } = useAddress()
  const [open, setOpen] = useState<'rename' | 'remove'>()
  const close = () => setOpen(undefined)
  const remove = useStudioAction(() => keywords.remove(project.id), {
    done: text.removed,
    failed: text.failedChange,
    keys: ['keywords'],
    onDone: () => show({ project: undefined, tab: undefined, cluster: undefined }),
  })
  return (
    <>
      <Menu
        trigger={
          <IconButton label={text.more}>
            <Ellipsis size={16} aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem onClick={() => setOpen('rename')}>
          <Pencil size={16} aria-hidden="true" />
          {text.rename}
        </MenuItem>
        <MenuItem isDanger onClick={() => setOpen('remove')}>
          <Trash2 size={16} aria-hidden="true" />
          {text.remove}
        </MenuItem>
      </Menu>
      <Dialog isOpen={open === 'rename'} onClose={close} title={text.rename}>
        <RenameForm project={project} onDone={close} />
      </Dialog>
      <AlertDialog
        isOpen={open === 'remove'}
        onClose={close}
        title={text.removeTitle(project.name)}
        text={text.removeText}
        confirmLabel={text.remove}
        cancelLabel={text.keep}
        onConfirm={() => remove.mutate(undefined)}
      />
    </>
  )
}

function RenameForm({ project, onDone }: { project: KeywordProject; onDone: () => void }) {
  const { keywords } = useVault()
  const rename = useStudioAction((name: string) => keywords.rename(project.id, name), {
    done: text.renamed,
    failed: text.failedChange,
    keys: ['keywords'],
    onDone,
  })
  return (
    <Form onSubmit={({ name = '' }) => name.trim() !== '' && rename.mutate(name.trim())}>
      <TextField
        name="name"
        label={text.form.name}
        defaultValue={project.name}
        maxLength={KEYWORD_LIMITS.nameCharacters}
        autoComplete="off"
      />
      <Button type="submit" isBusy={rename.isPending} className="self-start">
        {text.save}
      </Button>
    </Form>
  )
}
