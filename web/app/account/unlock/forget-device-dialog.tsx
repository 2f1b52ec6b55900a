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
import { useVault } from '#web/parts/vault/vault-context.ts'

type Props = { onForgotten: () => void; onClose: () => void }

/** What is lost when this device forgets, and the question. */
export function ForgetDeviceDialog({ isOpen, ...rest }: Props & { isOpen: boolean }) {
  return (
    <Dialog isOpen={isOpen} onClose={rest.onClose} title={m.account.forgetDevice.title}>
      <Confirmation {...rest} />
    </Dialog>
  )
}

function Confirmation({ onForgotten, onClose }: Props) {
  const text = m.account.forgetDevice
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
