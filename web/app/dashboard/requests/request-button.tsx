import { Inbox } from 'lucide-react'
import { useRef, useState } from 'react'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button.tsx'
import { RequestDialog } from './request-dialog.tsx'

/** Opens the dialog that asks others for files, into a folder. */
export function RequestButton({ folderId }: { folderId: string | null }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button ref={button} variant="outline" onClick={() => setOpen(true)}>
        <Inbox size={16} aria-hidden="true" />
        {m.requests.open}
      </Button>
      <RequestDialog isOpen={isOpen} onClose={() => setOpen(false)} folderId={folderId} finalFocus={button} />
    </>
  )
}
