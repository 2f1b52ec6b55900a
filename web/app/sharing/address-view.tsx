import { useEffect, useRef, type ReactNode } from 'react'
import { m } from '#web/messages/app.ts'
import { QrCode } from '#web/ui/code/qr-code.tsx'
import { CopyField } from '#web/ui/form/copy-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'

type AddressWords = { address: string; copy: string; copied: string; copyFailed: string; qr: string; scan?: string }
type Props = {
  address: string
  words: AddressWords
  /** Beside the code. */
  note?: ReactNode
  /** Buttons beneath. */
  children?: ReactNode
}

/** An address with a secret: to copy, or to scan. */
export function AddressView({ address, words, note, children }: Props) {
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
      <CopyField
        ref={field}
        name="address"
        label={words.address}
        value={address}
        copyLabel={words.copy}
        onCopy={() => void copy()}
      />
      <div className="flex items-start gap-4">
        <QrCode text={address} label={words.qr} />
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <Text tone="soft" size="xs">
            {words.scan ?? m.sharing.link.scan}
          </Text>
          {note}
        </div>
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </>
  )
}
