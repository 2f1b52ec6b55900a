import { DEAL_LIMITS } from '#contract/sales/deals.ts'
import type { Deal } from '#web/lib/remote/vault-client.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

const words = text.lost

type Props = { deal: Deal | null; onClose: () => void; onReason: (reason: string) => void }

/** Asks why a deal was lost before it is moved there; closing leaves it where it is. */
export function LostDialog({ deal, onClose, onReason }: Props) {
  return (
    <Dialog isOpen={deal !== null} onClose={onClose} title={words.title(deal?.title ?? '')}>
      <Form
        onSubmit={({ reason = '' }) => {
          if (reason.trim() === '') return
          onReason(reason.trim())
          onClose()
        }}
      >
        <TextField name="reason" label={words.reason} maxLength={DEAL_LIMITS.reasonCharacters} autoComplete="off" />
        <div className="flex flex-wrap gap-2">
          <Button type="submit">{words.submit}</Button>
          <Button variant="outline" onClick={onClose}>
            {words.cancel}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
