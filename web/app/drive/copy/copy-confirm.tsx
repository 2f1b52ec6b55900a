import type { RefObject } from 'react'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { FolderNames } from '#web/ui/list/folder-names.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import type { CopySource, CopyTarget } from './use-copy.ts'
import { alongWithCopy } from './what-goes-along.ts'

/** A copy of folders into another space, which other people may read; what is shown is what is copied. */
export type AskedCopy = { source: CopySource; to: CopyTarget }

type Props = {
  /** Open while there is one. */
  asked: AskedCopy | null
  onConfirm: (asked: AskedCopy) => void
  onClose: () => void
  gridRef: RefObject<HTMLElement | null>
}

/** Shows every name before folders are copied into another space. */
export function CopyConfirm({ asked, onConfirm, onClose, gridRef }: Props) {
  const text = m.items.copy.along
  const names = asked?.source.items.map(({ name }) => name) ?? []
  return (
    <Dialog
      isOpen={asked !== null}
      onClose={onClose}
      title={text.title(names, asked?.to.name ?? '')}
      finalFocus={gridRef}
    >
      {asked && (
        <>
          <Text tone="soft">{text.look(asked.source.plan.files.length)}</Text>
          <div className="mt-3">
            <FolderNames label={text.names} folders={alongWithCopy(asked.source.plan)} />
          </div>
          <div className="mt-4 flex justify-end gap-2">
            <Button variant="outline" onClick={onClose}>
              {m.common.cancel}
            </Button>
            <Button
              onClick={() => {
                onConfirm(asked)
                onClose()
              }}
            >
              {text.submit}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
