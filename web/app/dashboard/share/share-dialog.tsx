import { useRef, useState, type RefObject } from 'react'
import { m } from '#web/messages/app.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Text } from '#web/ui/text.tsx'
import { FileAccess } from './file-access.tsx'
import { ShareByLink } from './share-by-link.tsx'
import { ShareWithPerson } from './share-with-person.tsx'
import type { Shareable } from './use-sharing-actions.ts'

type Props = {
  files: readonly Shareable[]
  onClose: () => void
  gridRef: RefObject<HTMLElement | null>
}

/** Shares files with people or one file by link, and shows who has access; open while `files` is not empty. */
export function ShareDialog({ files, onClose, gridRef }: Props) {
  const text = m.sharing
  const email = useRef<HTMLInputElement>(null)
  const [tab, setTab] = useState('people')
  const only = files.length === 1 ? files[0] : undefined
  const close = () => {
    setTab('people')
    onClose()
  }

  return (
    <Dialog
      isOpen={files.length > 0}
      onClose={close}
      title={only ? text.title(only.name) : text.titleMany(files.length)}
      initialFocus={email}
      finalFocus={gridRef}
    >
      <Tabs
        label={text.tabs.label}
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'people', label: text.tabs.people, panel: <ShareWithPerson files={files} fieldRef={email} /> },
          {
            id: 'link',
            label: text.tabs.link,
            panel: only ? <ShareByLink file={only} /> : <Text tone="soft">{text.link.onlyOne}</Text>,
          },
        ]}
      />
      {only && <FileAccess file={only} />}
    </Dialog>
  )
}
