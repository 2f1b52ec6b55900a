import { Copy } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toastDone, toastError } from '#web/ui/toast.tsx'

/** A link that was just made: the only time its secret can be seen. */
export function NewLinkView({ address, onAnother }: { address: string; onAnother: () => void }) {
  const text = m.sharing.link
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      toastDone(text.copied)
    } catch {
      field.current?.select()
      toastError(m.files.toast.error, text.copyFailed)
    }
  }

  return (
    <div className="flex flex-col gap-4">
      <Notice tone="attention">{text.made}</Notice>
      <TextField ref={field} name="address" label={text.address} value={address} readOnly isMono />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <QrCode text={address} label={text.qr} />
        <div className="flex flex-col items-start gap-2">
          <Button onClick={() => void copy()}>
            <Copy size={16} aria-hidden="true" />
            {text.copy}
          </Button>
          <Button variant="outline" onClick={onAnother}>
            {text.another}
          </Button>
        </div>
      </div>
    </div>
  )
}
