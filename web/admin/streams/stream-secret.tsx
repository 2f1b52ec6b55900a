import { streams as text } from '#web/messages/streams.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CopyField } from '#web/ui/form/copy-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'

const words = text.secret

/** The secret of a webhook, this once. */
export function StreamSecret({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret ?? '')
      toastDone(words.copied)
    } catch {
      toastError(words.copyFailed, words.text)
    }
  }
  return (
    <Dialog isOpen={secret !== null} onClose={onClose} title={words.title}>
      <div className="flex flex-col gap-4">
        <Text tone="soft">{words.text}</Text>
        <CopyField
          name="secret"
          label={words.label}
          value={secret ?? ''}
          copyLabel={words.copy}
          onCopy={() => void copy()}
        />
        <Button className="self-start" onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </Dialog>
  )
}
