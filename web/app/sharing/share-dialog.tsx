import { useRef, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { FolderNames } from '#web/ui/list/folder-names.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { alongWith } from '../drive/copy/what-goes-along.ts'
import { FileAccess } from './file-access.tsx'
import { useIsMakingLink } from './link/use-make-link.ts'
import { ShareByLink } from './link/share-by-link.tsx'
import { ShareWithPerson } from './people/share-with-person.tsx'
import type { Shareable, SharedFolder } from './use-sharing-actions.ts'

type Props = SharedFolder & {
  files: readonly Shareable[]
  onClose: () => void
  gridRef: RefObject<HTMLElement | null>
}

/** Shares files with people or by one link, and shows who has access to a single one; open while `files` is not empty. */
export function ShareDialog({ files, folderName, onClose, gridRef }: Props) {
  const text = m.sharing
  const email = useRef<HTMLInputElement>(null)
  const link = useRef<HTMLButtonElement>(null)
  const isMakingLink = useIsMakingLink()
  const only = files.length === 1 && folderName === undefined ? files[0] : undefined
  const title = folderName ? text.folder.title(folderName, files.length) : text.titleMany(files.length)
  return (
    <Dialog
      isOpen={files.length > 0}
      onClose={onClose}
      title={only ? text.title(only.name) : title}
      initialFocus={email}
      finalFocus={gridRef}
      isBusy={isMakingLink}
      isGrowing
    >
      {folderName !== undefined && <FolderNotice files={files} onLeave={onClose} />}
      <ShareWithPerson files={files} fieldRef={email} onLink={() => link.current?.focus()} />
      <section aria-label={text.link.title} className="mt-6 border-t border-line pt-4">
        <Heading look="small" className="mb-1">
          {text.link.title}
        </Heading>
        <ShareByLink files={files} folderName={folderName} submitRef={link} />
      </section>
      {only && <FileAccess file={only} />}
    </Dialog>
  )
}

/** What sharing the files of a folder means, what does more, and every name before it happens: where an older folder lies is not signed. */
function FolderNotice({ files, onLeave }: { files: readonly Shareable[]; onLeave: () => void }) {
  const text = m.sharing.folder
  const navigate = useNavigate()
  const leave = () => {
    onLeave()
    void navigate('/dashboard/spaces')
  }
  return (
    <div className="mb-4 flex flex-col gap-3">
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
      <Text tone="soft">{text.look(files.length)}</Text>
      <FolderNames label={text.names} folders={alongWith(files)} />
    </div>
  )
}
