import { isNameTaken } from '#vault/files/taken-names.ts'
import { m } from '#web/messages/app.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import type { Item } from '../item.ts'
import { NameForm } from '../rename/name-form.tsx'

type Props = {
  isOpen: boolean
  /** What lies where the folder is made. */
  siblings: readonly Item[]
  onCreate: (name: string) => void
  onClose: () => void
}

export function NewFolderDialog({ isOpen, siblings, onCreate, onClose }: Props) {
  const text = m.items.newFolder
  const problemOf = (name: string) => (isNameTaken(name, siblings) ? m.files.rename.taken : null)
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={text.title}>
      <NameForm words={text} problemOf={problemOf} onSubmit={onCreate} onClose={onClose} />
    </Dialog>
  )
}
