import { Inbox } from 'lucide-react'
import { useRef, useState } from 'react'
import { requests as requestWords } from '#web/messages/requests.ts'
import { Button } from '#web/ui/button/button.tsx'
import { RequestDialog } from './request-dialog.tsx'

/** Opens the dialog that asks others for files, into a folder. `isShort` leaves only the sign where there is little room. */
export function RequestButton({ folderId, isShort = false }: { folderId: string | null; isShort?: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button ref={button} variant="outline" title={requestWords.open} onClick={() => setOpen(true)}>
        <Inbox size={16} aria-hidden="true" />
        <span className={isShort ? '@max-6xl:sr-only' : undefined}>{requestWords.open}</span>
      </Button>
      <RequestDialog isOpen={isOpen} onClose={() => setOpen(false)} folderId={folderId} finalFocus={button} />
    </>
  )
}
