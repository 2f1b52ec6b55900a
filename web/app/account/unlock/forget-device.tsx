import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { useVault } from '../../vault-context.ts'

const text = m.account.forgetDevice

type Props = { onForgotten: () => void }

/**
 * Keys that do not fit what this device remembers are refused until the person says otherwise. A server that shows false keys wants exactly
 * that, so the dialog says what is lost, and nothing happens before the person has confirmed knowing the reason.
 */
export function ForgetDevice({ onForgotten }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        {text.open}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={text.title}>
        <Confirmation onForgotten={onForgotten} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Confirmation({ onForgotten, onClose }: Props & { onClose: () => void }) {
  const { account } = useVault()
  const [isSure, setSure] = useState(false)
  const forget = useMutation({
    mutationFn: account.forgetDevice,
    onSuccess: () => {
      toastDone(text.done, text.doneText)
      onForgotten()
    },
  })
  return (
    <div className="flex flex-col gap-4">
      {forget.error && <Notice tone="error">{sentenceFor(forget.error)}</Notice>}
      <Text tone="soft">{text.lost}</Text>
      <Text tone="soft">{text.kept}</Text>
      <Text className="font-semibold">{text.onlyIf}</Text>
      <Text tone="soft">{text.afterwards}</Text>
      <Checkbox label={text.sure} checked={isSure} onCheckedChange={setSure} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          {m.common.cancel}
        </Button>
        <Button variant="danger" disabled={!isSure} isBusy={forget.isPending} onClick={() => forget.mutate()}>
          {text.submit}
        </Button>
      </div>
    </div>
  )
}
