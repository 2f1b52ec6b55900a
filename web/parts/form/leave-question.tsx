import { settingsForm } from '#web/messages/settings-form.ts'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { useStayGuard } from './use-leave-guard.ts'

const { leave: text } = settingsForm

/** Asks before another page replaces what is not saved. */
export function LeaveQuestion({ wouldLose }: { wouldLose: boolean }) {
  const { isAsked, leave, stay } = useStayGuard(wouldLose)
  return (
    <AlertDialog
      isOpen={isAsked}
      title={text.title}
      text={text.text}
      confirmLabel={text.leave}
      cancelLabel={text.stay}
      onConfirm={leave}
      onClose={stay}
    />
  )
}
