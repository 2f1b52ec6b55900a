import { useQuery } from '@tanstack/react-query'
import type { UploadItem } from '#web/lib/remote/vault-client.ts'
import { useStore } from '#web/lib/remote/store.ts'
import { m } from '#web/messages/app.ts'
import { sentenceOfCode } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { storageQuery } from '../storage/storage.queries.ts'

const lacksRoom = (upload: UploadItem): boolean =>
  upload.state === 'failed' && (upload.lacks === 'room' || upload.lacks === 'shared-room')

/** Why uploads did not fit, what is safe and where there is more room; absent when all fitted. */
export function NoRoomNotice() {
  const { files, settings } = useVault()
  const waiting = useStore(files.uploads).filter(lacksRoom)
  const { data } = useQuery(storageQuery(settings))
  // More of a plan of one's own would not help where the organisation has no room.
  const isShared = waiting.some(({ lacks }) => lacks === 'shared-room')
  const own = data && !isShared ? data : null
  if (waiting.length === 0 || (own === null && !isShared)) return null
  const tryAgain = () => {
    for (const { id } of waiting) files.resumeUpload(id)
  }
  return (
    <div className="p-3 pb-0">
      <Notice
        tone="attention"
        action={
          <span className="flex flex-wrap items-center gap-3">
            <Button size="sm" variant="outline" onClick={tryAgain}>
              {m.storage.tryAgain}
            </Button>
            {own?.isOwnLimit === false && <TextLink to={m.storage.planPath}>{m.storage.changePlan}</TextLink>}
          </span>
        }
      >
        {m.storage.notStored(waiting.length)}{' '}
        {own
          ? m.storage.noRoom(own.usedBytes, own.limitBytes, own.isOwnLimit)
          : sentenceOfCode('organisation_without_room')}
      </Notice>
    </div>
  )
}
