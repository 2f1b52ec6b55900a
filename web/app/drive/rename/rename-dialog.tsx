import { useRef, type FocusEvent, type RefObject } from 'react'
import { m } from '#web/messages/app.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { isTakenByAnother, stemLength } from './file-name.ts'
import { isFolder, type Item } from '../item.ts'
import { NameForm } from './name-form.tsx'

type Props = {
  item: Item | null
  /** What lies in the same place. */
  siblings: readonly Item[]
  onRename: (item: Item, name: string) => void
  onClose: () => void
  gridRef: RefObject<HTMLElement | null>
}

export function RenameDialog({ item, siblings, onRename, onClose, gridRef }: Props) {
  const text = m.files.rename
  const selectedFor = useRef<Item>(null)
  // Once for each opening: the dialog may move the focus here again, and what the person has selected by then counts.
  const selectStemOnce = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    if (!item || selectedFor.current === item) return
    selectedFor.current = item
    currentTarget.setSelectionRange(0, isFolder(item) ? item.name.length : stemLength(item.name))
  }
  const close = () => {
    selectedFor.current = null
    onClose()
  }

  return (
    <Dialog
      isOpen={item !== null}
      onClose={close}
      title={item && isFolder(item) ? m.items.rename.folder : text.title}
      finalFocus={gridRef}
    >
      {item && (
        <NameForm
          words={text}
          defaultValue={item.name}
          problemOf={(name) => (isTakenByAnother(name, item, siblings) ? text.taken : null)}
          onFocus={selectStemOnce}
          onSubmit={(name) => name !== item.name && onRename(item, name)}
          onClose={close}
        />
      )}
    </Dialog>
  )
}
