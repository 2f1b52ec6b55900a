import { Copy } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { QrCode } from '#web/ui/code/qr-code.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'

type AddressWords = { address: string; copy: string; copied: string; copyFailed: string; qr: string }
type Props = {
  address: string
  words: AddressWords
  /** The button beside the copy button. */
  children: ReactNode
}

/** An address with a secret: to copy, or to scan. */
export function AddressView({ address, words, children }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      toastDone(words.copied)
    } catch {
      field.current?.select()
      toastError(m.files.toast.error, words.copyFailed)
    }
  }

  return (
    <>
      <TextField ref={field} name="address" label={words.address} value={address} readOnly isMono />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <QrCode text={address} label={words.qr} />
        <div className="flex flex-col items-start gap-2">
          <Button onClick={() => void copy()}>
            <Copy size={16} aria-hidden="true" />
            {words.copy}
          </Button>
          {children}
        </div>
      </div>
    </>
  )
}
