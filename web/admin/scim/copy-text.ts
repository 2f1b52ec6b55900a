import { scim as text } from '#web/messages/scim.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'

/** Copies, and says so. @param done in words */
export async function copyText(value: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value)
    toastDone(done)
  } catch {
    toastError(text.copyFailed)
  }
}
