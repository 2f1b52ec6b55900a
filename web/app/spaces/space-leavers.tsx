import { useRef, useState } from 'react'
import type { TeamSpace } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { spaces as spaceWords } from '#web/messages/spaces.ts'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { useSpaceActions } from './use-space-actions.ts'

const text = spaceWords.leavers

/**
 * Shown to managers while somebody who knows the newest key is no member any more. That they left is the server's word, so a person
 * decides: a key that changes by itself would let the server remove anybody in a manager's name.
 */
export function SpaceLeavers({ space }: { space: TeamSpace }) {
  const { changeKey } = useSpaceActions()
  const [isAsking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const names = space.leavers
    .map(({ name, email }) => (name && email ? `${name} (${email})` : name || email))
    .join(', ')
  return (
    <>
      <Notice
        tone="attention"
        action={
          <Button ref={button} variant="outline" size="sm" isBusy={changeKey.isPending} onClick={() => setAsking(true)}>
            {text.action}
          </Button>
        }
      >
        {text.notice(names, space.leavers.length)}
      </Notice>
      <AlertDialog
        isOpen={isAsking}
        title={text.title}
        text={text.text(names)}
        confirmLabel={text.action}
        cancelLabel={m.common.cancel}
        onConfirm={() => changeKey.mutate(space)}
        onClose={() => setAsking(false)}
        finalFocus={button}
      />
    </>
  )
}
