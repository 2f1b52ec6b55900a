import { useRef, useState, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { FileAccess } from './file-access.tsx'
import { ShareByLink } from './link/share-by-link.tsx'
import { ShareWithPerson } from './people/share-with-person.tsx'
import type { Shareable } from './use-sharing-actions.ts'

type Props = {
  files: readonly Shareable[]
  /** What the files lie in: a folder's name, or null when some of them were chosen with a folder. Undefined when there is none. */
  folderName?: string | null | undefined
  onClose: () => void
  gridRef: RefObject<HTMLElement | null>
}

/** Shares files with people, or one file by link, and shows who has access; open while `files` is not empty. */
export function ShareDialog({ files, folderName, onClose, gridRef }: Props) {
  const text = m.sharing
  const email = useRef<HTMLInputElement>(null)
  const link = useRef<HTMLButtonElement>(null)
  const only = files.length === 1 && folderName === undefined ? files[0] : undefined
  const title = folderName ? text.folder.title(folderName, files.length) : text.titleMany(files.length)
  return (
    <Dialog
      isOpen={files.length > 0}
      onClose={onClose}
      title={only ? text.title(only.name) : title}
      initialFocus={email}
      finalFocus={gridRef}
    >
      {folderName !== undefined && <FolderNotice onLeave={onClose} />}
      <ShareWithPerson files={files} fieldRef={email} onLink={() => link.current?.focus()} />
      <section aria-label={text.link.title} className="mt-6 border-t border-line pt-4">
        <Heading look="small" className="mb-1">
          {text.link.title}
        </Heading>
        {only ? <ShareByLink file={only} submitRef={link} /> : <ChooseForLink files={files} submitRef={link} />}
      </section>
      {only && <FileAccess file={only} />}
    </Dialog>
  )
}

/** What sharing the files of a folder means, and what does more. */
function FolderNotice({ onLeave }: { onLeave: () => void }) {
  const text = m.sharing.folder
  const navigate = useNavigate()
  const leave = () => {
    onLeave()
    void navigate('/dashboard/spaces')
  }
  return (
    <div className="mb-4">
      <Notice
        tone="info"
        action={
          <Button variant="outline" size="sm" onClick={leave}>
            {text.space}
          </Button>
        }
      >
        {text.notLater}
      </Notice>
    </div>
  )
}

type LinkProps = { files: readonly Shareable[]; submitRef: RefObject<HTMLButtonElement | null> }

/** A link opens one file: of several, the one that is chosen. */
function ChooseForLink({ files, submitRef }: LinkProps) {
  const text = m.sharing.link
  const [chosen, setChosen] = useState<string>()
  const file = files.find(({ id }) => id === chosen) ?? files[0]
  if (!file) return null
  return (
    <div className="flex flex-col gap-4">
      <Text tone="soft">{text.onlyOne}</Text>
      <SelectField
        isInForm
        label={text.which}
        value={file.id}
        onChange={setChosen}
        options={files.map(({ id, name }) => [id, name])}
      />
      <ShareByLink key={file.id} file={file} submitRef={submitRef} />
    </div>
  )
}
