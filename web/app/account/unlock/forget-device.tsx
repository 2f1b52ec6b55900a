import { lazy, Suspense, useState } from 'react'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'

const text = m.account.forgetDevice

/** Fetched when somebody asks for it: the page to sign in does not carry the code of dialogs. */
const ForgetDeviceDialog = lazy(async () => ({
  default: (await import('./forget-device-dialog.tsx')).ForgetDeviceDialog,
}))

/**
 * Keys that do not fit what this device remembers are refused until the person says otherwise. A server that shows false keys wants exactly
 * that, so the dialog says what is lost, and nothing happens before the person has confirmed knowing the reason.
 */
export function ForgetDevice({ onForgotten }: { onForgotten: () => void }) {
  const [isOpen, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        {text.open}
      </Button>
      {isOpen !== null && (
        <Suspense>
          <ForgetDeviceDialog isOpen={isOpen} onForgotten={onForgotten} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
